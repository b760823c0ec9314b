import type { Locator, Page } from '@playwright/test';
import { isTo } from './support/edge.ts';
import { startMovableCloud } from './support/movable-cloud.ts';
import { choosePlan, openCreation, openSelector, pay, peopleOf } from './support/people.ts';
import { startProduct } from './support/product.ts';
import { createAdministrator, expect, signIn, test } from './support/test.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

const dayMs = 24 * 60 * 60 * 1000;

const atHome = (page: Page) => expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();

const typeResource = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('API identifier').fill(`https://${name.toLowerCase()}.example.com`);
};
/** What tells of failures is there before there is one. */
const isPrepared = (page: Page) => page.waitForResponse(/toast-viewport/);

const createTyped = (page: Page) => page.getByRole('button', { name: 'Create API resource' }).last().click();

test('the server restarts while a form is open: it says so, keeps what was typed, and saves afterwards', async ({
  page,
}) => {
  const first = await startProduct({ keepData: true });
  await createAdministrator(first);
  await page.goto(first.console);
  await signIn(page);
  await atHome(page);
  const prepared = isPrepared(page);
  await page.goto(`${first.console}/api-resources/create`);
  await prepared;
  await typeResource(page, 'Orders');
  await page.waitForLoadState('networkidle');
  await first.stop();
  await createTyped(page);
  await said(page, /The server cannot be reached/);
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
  await said(page, /The server cannot be reached/);
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

test('a tenant that was deleted elsewhere is left', async ({ people, cloud }) => {
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
  await said(page, '“Harbour” is no longer one of your tenants.');
  await expect(page.getByRole('heading', { name: 'Your first tenant' })).toBeVisible();
  await page.context().close();
});

const begin = async (page: Page, name: string) => {
  const plans = await choosePlan(page, name);
  await plans.getByRole('button', { name: 'Choose Pro' }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
};

test('checkouts that are declined, reloaded, abandoned, returned to and paid slowly leave nothing behind, and are paid for once', async ({
  people,
  cloud,
}) => {
  const { page, tenantId } = await people.tenantOwner();
  await begin(page, 'Slowpier');
  await page.clock.install();
  await page.getByRole('button', { name: 'Pay slowly' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await page.clock.fastForward(10_000);
  await said(page, 'The payment has not arrived yet.');

  await begin(page, 'Pier');
  const address = page.url();
  await page.goBack();
  await expect((await openCreation(page)).getByLabel('Tenant name')).toHaveValue('Pier');
  await page.goto(address);
  await page.reload();
  await page.getByRole('button', { name: 'Let the card be declined' }).click();
  await said(page, 'The card was declined.');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/${tenantId}/get-started`));
  await expect(page.getByRole('dialog', { name: 'Create tenant' }).getByLabel('Tenant name')).toHaveValue(
    'Pier',
  );
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await openSelector(page);
  await expect(page.getByRole('menuitem', { name: /Pier$/ })).toHaveCount(0);

  await page.goto(address);
  let isHeld = true;
  await page.route('**/api/checkout-session/*', route => (isHeld ? undefined : route.continue()));
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await page.reload();
  isHeld = false;
  await said(page, 'Thank you. The new plan is active.');
  await page.goto(address);
  await said(page, 'This checkout is paid. Nothing more is charged.');
  // The slow payment has come meanwhile, or is about to.
  await expect(async () => {
    await page.goto(cloud.console);
    await openSelector(page);
    await expect(page.getByRole('menuitem', { name: /Slowpier/ })).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('menuitem', { name: /^Pier/ })).toHaveCount(1);
  await page.context().close();
});

test('[BILL-12] [NAV-4] a checkout that somebody returns to after a day is over, costs nothing and shows the way; a new one is paid once; when its card fails, the plan is overdue, then the tenant suspended, until it is paid', async ({
  browser,
}) => {
  test.slow();
  const cloud = await startMovableCloud();
  try {
    await createAdministrator(cloud);
    const people = await peopleOf(browser, cloud);
    const { page, email } = await people.tenantOwner();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await begin(page, 'Pier');

    let now = Date.now() + dayMs;
    cloud.passDay();
    await page.clock.install({ time: now });
    await pay(page);
    await said(page, 'Checkout over');
    await said(page, /good for one day.*Nothing was charged/);
    await page.getByRole('link', { name: 'Back to the console' }).click();
    await atHome(page);
    await begin(page, 'Pier');
    await pay(page);
    await said(page, 'Thank you. The new plan is active.');
    await openSelector(page);
    await expect(page.getByRole('menuitem', { name: /^Pier/ })).toHaveCount(1);
    const [, tenantId] = new URL(page.url()).pathname.split('/');
    const tenant = `${cloud.console}/${tenantId}`;
    await page.goto(`${tenant}/tenant-settings/billing-history`);
    await expect(page.getByRole('row', { name: /Paid/ })).toHaveCount(1);

    /** A month later the session is over, and so is the paid time; the job that looks after that runs every second. */
    const returnAfterMonth = async (sight: Locator) => {
      now += 31 * dayMs;
      cloud.passMonth();
      await page.clock.setSystemTime(now);
      await page.goto(`${tenant}/applications`);
      await people.signInWith(page, email);
      await expect(async () => {
        const isSeen = await sight.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        );
        if (!isSeen) await page.reload();
        expect(isSeen).toBe(true);
      }).toPass();
    };
    await button('Manage payment').click();
    await button('Use a card that is declined').click();
    const dialog = page.getByRole('dialog', { name: 'A payment is overdue' });
    await returnAfterMonth(dialog);
    await expect(dialog).toContainText('“Pier” has unpaid bills of $16.00.');
    await dialog.getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('link', { name: 'Back to the console' }).click();
    await expect(page.getByRole('row', { name: /Unpaid/ })).toHaveCount(1);

    await returnAfterMonth(page.getByRole('heading', { name: 'This tenant is suspended' }));
    await expect(page.getByRole('main').locator('p')).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openSelector(page);
    await expect(page.getByRole('menuitem', { name: /Pier.*Suspended/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await button('Go back to Free').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Go back to Free' }).click();
    await said(page, 'The plan has been changed.');
    await expect(button('Go back to Free')).toHaveCount(0);
    await button('Pay now').click();
    await button('Pay $32.00').click();
    await said(page, 'The card was declined.');
    await button('Use a card that works').click();
    await button('Pay $32.00').click();
    await expect(page.getByRole('cell', { name: 'Unpaid' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to the console' }).click();
    await atHome(page);
    await page.context().close();
  } finally {
    await cloud.stop();
  }
});
