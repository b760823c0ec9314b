import type { Page } from '@playwright/test';
import { isTo } from './support/edge.ts';
import { startProduct } from './support/product.ts';
import { createAdministrator, expect, signIn, test } from './support/test.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

const atHome = (page: Page) => expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();

const typeResource = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('API identifier').fill(`https://${name.toLowerCase()}.example.com`);
};

const createTyped = (page: Page) => page.getByRole('button', { name: 'Create API resource' }).last().click();

test('the server restarts while a form is open: it says so, keeps what was typed, and saves afterwards', async ({
  page,
}) => {
  const first = await startProduct({ keepData: true });
  await createAdministrator(first);
  await page.goto(first.console);
  await signIn(page);
  await atHome(page);
  // Not even what shows notices has come by then.
  await page.route(/toast-viewport/, route => route.abort());
  await page.goto(`${first.console}/api-resources/create`);
  await typeResource(page, 'Orders');
  await page.waitForLoadState('networkidle');
  await first.stop();
  await createTyped(page);
  await said(page, /Cannot reach the server/);
  const { PORT, ADMIN_PORT } = first.env;
  const second = await startProduct({
    dataDir: first.dataDir,
    ports: [Number(PORT), Number(ADMIN_PORT)],
  });
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Orders');
  await createTyped(page);
  await said(page, 'API resource Orders created');
  await second.stop();
});

test('a session that ends in the middle of a form leads to a new sign-in, and what was typed is there again', async ({
  page,
  context,
  product,
}) => {
  await page.goto(product.console);
  await signIn(page);
  await atHome(page);
  await page.goto(`${product.console}/api-resources/create`);
  await typeResource(page, 'Drafted');
  await page.route('**/oidc/token', route =>
    route.fulfill({
      status: 400,
      json: { error: 'invalid_grant', code: 'oidc.invalid_grant', message: 'Over.' },
    }),
  );
  await page.route('**/api/resources', route =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 401, json: { code: 'auth.unauthorized', message: 'Over.' } })
      : route.fallback(),
  );
  await context.clearCookies();
  await createTyped(page);
  await expect(page).toHaveURL(/\/sign-in\?/);
  await page.unrouteAll();
  await signIn(page);
  await expect(page).toHaveURL(`${product.console}/api-resources/create`);
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Drafted');
  await createTyped(page);
  await said(page, 'API resource Drafted created');
});

test('two tabs share a session, and signing out in one ends the other', async ({
  page,
  context,
  product,
}) => {
  await page.goto(product.console);
  await signIn(page);
  await atHome(page);
  const other = await context.newPage();
  await other.goto(`${product.console}/api-resources`);
  await expect(other.getByRole('heading', { name: 'API resources' })).toBeVisible();
  await page.goto(`${product.console}/applications`);
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible();

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in\?/);
  await other.getByRole('link', { name: 'Applications', exact: true }).click();
  await other.reload();
  await expect(other).toHaveURL(/\/sign-in\?/);
});

test('without a network a form says what is missing, a save says so and can be repeated', async ({
  console: page,
  product,
}) => {
  const prepared = [/\/errors-.*js/, /\/toast-viewport-.*js/].map(script => page.waitForResponse(script));
  await page.goto(`${product.console}/api-resources/create`);
  for (const response of await Promise.all(prepared)) await response.finished();
  await page.context().setOffline(true);
  await createTyped(page);
  await said(page, 'This field is required.');
  await typeResource(page, 'Offline');
  await createTyped(page);
  await said(page, /Cannot reach the server/);
  await page.context().setOffline(false);
  await createTyped(page);
  await said(page, 'API resource Offline created');
});

test('on a slow network a screen says that it waits and can be left, and what is pressed twice is sent once', async ({
  console: page,
  product,
}) => {
  const sent: string[] = [];
  let mayPass = Promise.resolve();
  await page.route(/\/api\/resources(\?|$)/, async route => {
    sent.push(route.request().method());
    await mayPass;
    await route.continue();
  });
  /** Answers come once the returned function is called. */
  const holdAnswers = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mayPass = promise;
    return resolve;
  };
  const list = page.getByRole('table');
  const releaseList = holdAnswers();
  await page.goto(`${product.console}/api-resources`);
  await expect(list).toHaveAttribute('aria-busy', 'true');
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
  await page.goBack();
  await expect(list).toHaveAttribute('aria-busy', 'true');
  releaseList();
  await expect(list).toHaveAttribute('aria-busy', 'false');

  await page.keyboard.press('n');
  await typeResource(page, 'Patient');
  sent.length = 0;
  const releaseCreation = holdAnswers();
  const create = page.getByRole('dialog').getByRole('button', { name: 'Create API resource' });
  await create.dblclick();
  await expect(create).toBeDisabled();
  await page.keyboard.press('Enter');
  releaseCreation();
  await said(page, 'API resource Patient created');
  expect(sent.filter(method => method === 'POST')).toHaveLength(1);
});

test('a tenant that was deleted in another session is left', async ({ people, cloud }) => {
  const { page, tenantId } = await people.tenantOwner();
  const request = page.waitForRequest(isTo('GET', '/api/tenants'));
  await page.reload();
  const { authorization = '' } = (await request).headers();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  const deleted = await fetch(`${cloud.adminEndpoint}/api/tenants/${tenantId}`, {
    method: 'DELETE',
    headers: { Authorization: authorization },
  });
  expect(deleted.status).toBe(204);
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await said(page, 'You no longer have access to “Harbour”.');
  await expect(page.getByRole('heading', { name: 'Create your first tenant' })).toBeVisible();
  await page.context().close();
});
