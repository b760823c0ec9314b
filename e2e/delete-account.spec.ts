import type { Page } from '@playwright/test';
import { peopleOf } from './support/people.ts';
import { expect, signIn, test } from './support/test.ts';

const tenant = {
  id: 'default',
  name: 'Harbour',
  tag: 'production',
  indicator: 'https://default.gatehouse.app/api',
  regionName: 'EU',
  planId: 'free',
  subscription: {
    status: 'active',
    planId: 'free',
    currentPeriodStart: '2026-01-01T00:00:00.000Z',
    currentPeriodEnd: '2027-01-01T00:00:00.000Z',
    isEnterprisePlan: false,
  },
  usage: { activeUsers: 0, tokenUsage: 0 },
  quota: { mauLimit: 50_000, tokenLimit: 500_000 },
  openInvoices: [] as { amountDue: number }[],
  isSuspended: false,
  createdAt: 1_700_000_000_000,
};

/** The cloud API for a user who administers one tenant and is a member of another. */
const standIn = async (
  page: Page,
  adminEndpoint: string,
  tenants = [tenant, { ...tenant, id: 'other1', name: 'Lighthouse' }],
) => {
  const asked: string[] = [];
  await page.route(`${adminEndpoint}/api/tenants`, route => route.fulfill({ json: tenants }));
  for (const address of ['/api/tenants/*', '/api/tenants/*/members/*', '/api/me']) {
    await page.route(`${adminEndpoint}${address}`, route => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 204 });
    });
  }
  await page.route('**/oidc/token', async route => {
    // There is no real member in the other tenant, so its token cannot be issued.
    if (!route.request().postData()?.includes('organization_id=t-other1')) return route.fallback();
    await route.fulfill({
      json: { access_token: 'member', token_type: 'Bearer', expires_in: 3600, scope: '' },
    });
  });
  return asked;
};

const open = async (page: Page, address: string) => {
  await page.goto(`${address}/profile`);
  await signIn(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
};

const question = (page: Page) => page.getByRole('alertdialog');

test('[PROF-10] tenants are deleted or left, then the account, then the session, after two questions', async ({
  page,
  cloud,
}) => {
  const asked = await standIn(page, cloud.adminEndpoint);
  await open(page, cloud.console);
  await expect(question(page)).toContainText('The tenant Harbour is deleted');
  await expect(question(page)).toContainText('You leave the tenant Lighthouse.');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(question(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete account' }).click();
  await question(page).getByRole('button', { name: 'Continue' }).click();
  const final = question(page).getByRole('button', { name: 'Delete account' });
  await expect(final).toBeDisabled();
  expect(asked).toEqual([]);
  await question(page).getByRole('textbox').fill('admin@example.com');
  await final.click();
  await page.waitForURL(/\/sign-in\?/);
  expect(asked).toEqual([
    '/api/tenants/default',
    expect.stringMatching(/^\/api\/tenants\/other1\/members\/\w{12}$/),
    '/api/me',
  ]);
});

test('[PROF-10] a paid plan, a subscription out of order and an open invoice stand in the way', async ({
  page,
  cloud,
}) => {
  const { subscription } = tenant;
  const asked = await standIn(page, cloud.adminEndpoint, [
    { ...tenant, planId: 'pro', subscription: { ...subscription, planId: 'pro' } },
    { ...tenant, id: 'late01', name: 'Pier', subscription: { ...subscription, status: 'past_due' } },
    { ...tenant, id: 'owing1', name: 'Dock', openInvoices: [{ amountDue: 1600 }] },
  ]);
  await open(page, cloud.console);
  await expect(question(page).getByRole('listitem')).toHaveText([
    'Harbour is on a paid plan. Downgrade to the Free plan.',
    'The subscription of Pier has an issue. Check its subscription page.',
    'Dock has an unpaid invoice. Pay it first.',
  ]);
  await expect(question(page).getByRole('button')).toHaveText(['Got it']);
  expect(asked).toEqual([]);
});

test('[PROF-10] a failure tells its message and request id, and to try again later', async ({
  page,
  cloud,
}) => {
  await standIn(page, cloud.adminEndpoint);
  await page.route(`${cloud.adminEndpoint}/api/me`, route =>
    route.fulfill({
      status: 500,
      json: { code: 'request.general', message: 'The database is away.' },
      headers: { 'gatehouse-request-id': 'request-4711' },
    }),
  );
  await open(page, cloud.console);
  await question(page).getByRole('button', { name: 'Continue' }).click();
  await question(page).getByRole('textbox').fill('admin@example.com');
  await question(page).getByRole('button', { name: 'Delete account' }).click();
  await expect(question(page)).toContainText('Your account could not be deleted');
  await expect(question(page)).toContainText('The database is away.');
  await expect(question(page)).toContainText('request-4711');
  await expect(question(page)).toContainText('Try again later');
  await question(page).getByRole('button', { name: 'Got it' }).click();
  await expect(page).toHaveURL(`${cloud.console}/profile`);
});

test('[PROF-10] an ID token that does not say the roles is told of, and nothing happens', async ({
  page,
  cloud,
}) => {
  const asked = await standIn(page, cloud.adminEndpoint);
  await page.goto(`${cloud.console}/profile`);
  await signIn(page);
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible();
  // A token that is still on its way would put back what is removed here.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const key = 'logto:admin-console:idToken';
    const [header, payload = '', signature] = (localStorage.getItem(key) ?? '').split('.');
    const { organization_roles: _, ...claims } = JSON.parse(
      atob(payload.replace(/-/g, '+').replace(/_/g, '/')),
    );
    localStorage.setItem(key, [header, btoa(JSON.stringify(claims)).replace(/=+$/, ''), signature].join('.'));
  });
  await page.route('**/oidc/token', async route => {
    const response = await route.fetch();
    const { id_token: _, ...tokens } = await response.json();
    await route.fulfill({ response, json: tokens });
  });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Something went wrong.', { exact: false }).first()).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  expect(asked).toEqual([]);
});

test('[PROF-10] who deletes their account is gone, with their tenant', async ({ browser, cloud }) => {
  const people = await peopleOf(browser, cloud);
  const { page, email, tenantId } = await people.tenantOwner('Short-lived');
  await page.goto(`${cloud.console}/profile`);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(question(page)).toContainText('The tenant Short-lived is deleted');
  await question(page).getByRole('button', { name: 'Continue' }).click();
  await question(page).getByRole('textbox').fill(email);
  await question(page).getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL(/\/sign-in\?/);
  const query = new URLSearchParams({ 'search.primaryEmail': email, 'mode.primaryEmail': 'exact' });
  expect(await people.admin('GET', `/users?${query}`)).toEqual([]);
  // Without a token, a tenant that is there answers 401.
  expect((await fetch(`${cloud.adminEndpoint}/m/${tenantId}/api/roles`)).status).toBe(404);
  await page.context().close();
});
