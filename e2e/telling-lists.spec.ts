import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('the list of applications tells when and how often each is used, and where sign-ins fail', async ({
  console: page,
  product,
  management,
}) => {
  const name = `Telling robot ${Date.now()}`;
  const { id } = await management('POST', '/applications', { name, type: 'MachineToMachine' });
  const [secret] = await management('GET', `/applications/${id}/secrets`);
  const idle = await management('POST', '/applications', { name: `${name} idle`, type: 'MachineToMachine' });
  const indicator = `https://telling.example.com/${id}`;
  const resource = await management('POST', '/resources', { name, indicator });
  const requestToken = (given: string) =>
    fetch(`${product.tenantEndpoint}/oidc/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${id}:${given}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: indicator }),
    });
  expect((await requestToken(secret.value)).status).toBe(200);
  expect((await requestToken(secret.value)).status).toBe(200);
  expect((await requestToken('wrong')).status).toBe(401);
  // Entries are written a moment after what they tell of.
  await expect
    .poll(async () => (await management('GET', `/dashboard/applications?applicationId=${id}`))[0])
    .toMatchObject({ signIns: 2 });

  await page.goto(`${product.console}/applications?search=${encodeURIComponent(name)}`);
  const row = page.getByRole('row', { name: new RegExp(`${name} Machine`) });
  await expect(row.getByRole('img', { name: '2 sign-ins in 14 days' })).toBeVisible();
  await expect(row.getByRole('time').first()).toHaveText(/now|seconds? ago|minutes? ago/);
  await expect(row.getByRole('time').first()).toHaveAttribute('title', /\d:\d\d:\d\d/);
  await expect(row.getByText('1 failed sign-in in the last 24 hours')).toBeAttached();
  const idleRow = page.getByRole('row', { name: new RegExp(`${name} idle`) });
  await expect(idleRow.getByRole('cell', { name: '–', exact: true })).toHaveCount(2);
  await expect(page.getByRole('link', { name: /^My apps \d+$/ })).toBeVisible();
  await expectAccessible(page, 'applications');

  await row.hover();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await row.getByRole('button', { name: 'Copy app ID' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  // A cell that shows more on hover is still part of the row.
  await row.getByRole('time').first().click();
  await expect(page).toHaveURL(new RegExp(`/applications/${id}/`));

  await management('DELETE', `/resources/${resource.id}`);
  await management('DELETE', `/applications/${id}`);
  await management('DELETE', `/applications/${idle.id}`);
});

test('rows are as dense as their reader wants, also after a reload', async ({ console: page, product }) => {
  await page.goto(`${product.console}/roles`);
  const row = page.getByRole('row', { name: /admin/ });
  const height = async () => (await row.boundingBox())?.height ?? 0;
  await expect(row).toBeVisible();
  const comfortable = await height();
  const choose = async (density: string) => {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Row density' }).press('Enter');
    await page.getByRole('menuitemradio', { name: density }).click();
    await expect(page.locator('html')).toHaveAttribute('data-density', density.toLowerCase());
    await page.keyboard.press('Escape');
  };
  await choose('Compact');
  await expect.poll(height).toBeLessThan(comfortable - 10);
  await expectAccessible(page, 'compact rows');
  await page.reload();
  await expect(row).toBeVisible();
  expect(await height()).toBeLessThan(comfortable - 10);
  await choose('Comfortable');
  await expect.poll(height).toBe(comfortable);
});

test('the palette marks what matches; changes have columns for action, author and fields', async ({
  console: page,
  product,
  management,
}) => {
  const name = `Telling role ${Date.now()}`;
  const role = await management('POST', '/roles', { name, description: 'Says much', type: 'User' });
  await page.goto(`${product.console}/roles`);
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search for a page').fill('telling');
  const option = page.getByRole('option', { name });
  await expect(option.locator('mark')).toHaveText('Telling');
  await expect(option.locator('svg')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`${product.console}/audit-logs/changes`);
  const row = page.getByRole('row', { name: new RegExp(name) }).first();
  await expect(row.getByRole('cell', { name: 'Created', exact: true })).toBeVisible();
  await expect(row.getByRole('cell', { name: 'e2e', exact: true })).toBeVisible();
  await expect(row.getByRole('cell', { name: /^\w+, \w+ and \d+ more$/ })).toBeVisible();

  await row.getByRole('button').first().click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText(`${role.id}`).first()).toBeVisible();
  await expect(page).toHaveURL(/open=/);
  // The list stays in use beside it.
  await expect(page.getByRole('link', { name: 'Log streams' })).toBeEnabled();
  await expectAccessible(page, 'a change beside the list');
  const title = await panel.getByRole('heading').textContent();
  const first = page.url();
  await page.keyboard.press('j');
  await expect.poll(() => page.url()).not.toBe(first);
  await page.keyboard.press('k');
  await expect(page).toHaveURL(first);
  await page.reload();
  await expect(panel.getByRole('heading')).toHaveText(title ?? '');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).not.toHaveURL(/open=/);
  await management('DELETE', `/roles/${role.id}`);
});

test('a user is suspended and gets a password from the row of the list', async ({
  console: page,
  product,
  management,
}) => {
  const username = `telling_row_${Date.now()}`;
  const user = await management('POST', '/users', { username });
  await page.goto(`${product.console}/users?search=${username}`);
  const row = page.getByRole('row', { name: new RegExp(username) });
  const choose = async (item: string) => {
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Reset password');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('dialog').getByText('Password changed').first()).toBeVisible();
  await page.keyboard.press('Escape');
  expect((await management('GET', `/users/${user.id}`)).hasPassword).toBe(true);
  await choose('Suspend');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(row.getByText('Suspended')).toBeVisible();
  await choose('Reactivate');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(row.getByText('Suspended')).toHaveCount(0);
  await management('DELETE', `/users/${user.id}`);
});

test('providers have their names and logos', async ({ console: page, product, management }) => {
  const user = await management('POST', '/users', { username: `telling_${Date.now()}` });
  await management('PUT', `/users/${user.id}/identities/github`, { userId: '583231', details: {} });
  await page.goto(`${product.console}/users/${user.id}/social-identities/github`);
  await expect(page.getByRole('heading', { level: 1, name: 'GitHub', exact: true })).toBeVisible();
  await page.goto(`${product.console}/enterprise-sso/create`);
  const okta = page.locator('label').filter({ hasText: 'Okta' });
  await expect(okta.locator('img').first()).toHaveAttribute('src', /okta\.svg$/);
  await management('DELETE', `/users/${user.id}`);
});
