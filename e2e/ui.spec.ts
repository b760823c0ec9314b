import { stopTime } from './support/clock.ts';
import { answer, isTo } from './support/edge.ts';
import { expect, test } from './support/test.ts';

test('[UI-1] the browser’s back cancels a question, and nothing is deleted', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/resources', {
    name: 'Kept API',
    indicator: 'https://kept.example.com',
  });
  await page.goto(`${product.console}/api-resources`);
  await page.getByRole('link', { name: 'Kept API' }).click();
  await expect(page.getByRole('heading', { name: 'Kept API' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${product.console}/api-resources`);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect((await management('GET', `/resources/${id}`)).name).toBe('Kept API');
});

test('[UI-1] going back from a changed form asks, stays, and leaves when told', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/resources', {
    name: 'Changed API',
    indicator: 'https://changed.example.com',
  });
  await page.goto(`${product.console}/api-resources`);
  await page.getByRole('link', { name: 'Changed API' }).click();
  await page.getByRole('link', { name: 'General' }).click();
  const name = page.getByLabel('Name');
  await name.fill('Half-typed');
  await page.goBack();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on page' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${product.console}/api-resources/${id}/general`);
  await expect(name).toHaveValue('Half-typed');
  await page.goBack();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave page' }).click();
  await expect(page).toHaveURL(`${product.console}/api-resources/${id}/permissions`);
});

test('[UI-2] saving disables the button at once and spins after 500 ms', async ({
  console: page,
  product,
  management,
}) => {
  const { id } = await management('POST', '/resources', {
    name: 'Slow API',
    indicator: 'https://slow.example.com',
  });
  const held = Promise.withResolvers<void>();
  await answer(page, 'PATCH', `/resources/${id}`, async route => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${product.console}/api-resources/${id}/general`);
  await page.getByLabel('Name').fill('Slower API');
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeEnabled();
  await stopTime(page);
  const sent = page.waitForRequest(isTo('PATCH', `/resources/${id}`));
  await save.click();
  await sent;
  await expect(save).toBeDisabled();
  await page.clock.runFor(499);
  await expect(save.locator('[data-spinner]')).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(save.locator('[data-spinner]')).toHaveCount(1);
  await page.clock.resume();
  held.resolve();
  await expect(page.getByText('API resource saved')).toBeVisible();
});

test('[UI-9] the error panel says what went wrong; trying again forgets all tokens and reloads', async ({
  console: page,
  product,
}) => {
  await page.goto(product.console);
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await page.route(`${product.adminEndpoint}/me`, route =>
    route.fulfill({
      status: 500,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'gatehouse-request-id',
        'gatehouse-request-id': 'request-4711',
      },
      json: { code: 'server.internal', message: 'The server stumbled.' },
    }),
  );
  await page.goto(`${product.console}/profile`);
  const panel = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect(panel).toContainText('server.internal');
  await expect(panel).toContainText('The server stumbled.');
  await expect(panel.getByText('Request ID: request-4711')).toBeHidden();
  await panel.getByText('Details').click();
  await expect(panel.getByText('Request ID: request-4711')).toBeVisible();
  await expect(panel).not.toContainText('.js:');
  await page.evaluate(() => localStorage.setItem('gatehouse:dev-features-enabled', 'true'));
  await page.reload();
  await panel.getByText('Details').click();
  await expect(panel).toContainText('.js:');
  await page.evaluate(() => localStorage.removeItem('gatehouse:dev-features-enabled'));
  await page.unrouteAll();
  const signedInAgain = page.waitForRequest(/\/oidc\/auth\?/);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await signedInAgain;
  await expect(page).toHaveURL(`${product.console}/profile`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Username' })).toContainText('admin');
});
