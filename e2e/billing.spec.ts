import type { Page } from '@playwright/test';
import { answer, crossOrigin, isTo } from './support/edge.ts';
import { managementOf } from './support/management.ts';
import { choosePlan, pay } from './support/people.ts';
import { expect, test } from './support/test.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

/** A production tenant on the free plan beside the one that is open; gives its id. */
const createFreeTenant = async (page: Page, name = 'Lighthouse') => {
  const before = page.url();
  const plans = await choosePlan(page, name);
  await plans.getByRole('button', { name: 'Choose Free' }).click();
  await expect(page).not.toHaveURL(before);
  await expect(page).toHaveURL(/\/get-started$/);
  return new URL(page.url()).pathname.split('/')[1] ?? '';
};

/** Lets the server answer, and changes what it said. */
const amend = (page: Page, path: string, change: (json: never) => unknown) =>
  answer(page, 'GET', path, async route => {
    const response = await route.fetch();
    await route.fulfill({ json: change((await response.json()) as never), headers: crossOrigin });
  });

test('[BILL-8] [BILL-9] [BILL-10] [BILL-11] [BILL-16] a free tenant is upgraded, sees usage, cycle and invoice, and goes back', async ({
  cloud,
  people,
}) => {
  test.slow();
  const { page } = await people.tenantOwner('Harbour');
  const tenantId = await createFreeTenant(page);
  const settings = `${cloud.console}/${tenantId}/tenant-settings`;
  await page.goto(`${settings}/subscription`);
  await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible();
  await said(page, /[A-Z][a-z]{2} \d+, \d{4} – [A-Z][a-z]{2} \d+, \d{4}, renews on [A-Z][a-z]{2} \d+, \d{4}/);
  await said(page, 'of 50,000');
  await said(page, 'of 500,000');
  await expect(page.getByRole('main').getByText('Webhooks')).toHaveCount(1);
  await expect(page.getByRole('row', { name: 'Custom domains 1 2' })).toBeVisible();

  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await pay(page);
  await said(page, 'Thank you. Your new plan is active.');
  await expect(page).toHaveURL(`${settings}/subscription`);
  await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible();
  await said(page, 'of 1,000,000');
  await expect(page.getByRole('main').getByText('Webhooks')).toHaveCount(2);
  // The newest Pro plan does not count these.
  await expect(page.getByText('Third-party applications')).toHaveCount(1);
  await expect(page.getByText('Role-based access control (RBAC)')).toHaveCount(0);

  await page.goto(`${settings}/settings`);
  await expect(page.getByRole('button', { name: 'Delete tenant' })).toBeDisabled();
  await said(page, 'Downgrade to the Free plan.');

  await page.goto(`${settings}/billing-history`);
  await expect(page.getByRole('row', { name: /Pro.*Paid.*\$16\.00/ })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download invoice for/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^invoice-[\d-]+\.pdf$/);
  await page.getByRole('button', { name: /^Open invoice for/ }).click();
  await expect(page).toHaveURL(/\/sandbox\/portal/);
  await page.getByRole('link', { name: 'Back to console' }).click();
  await expect(page).toHaveURL(`${settings}/billing-history`);

  await page.goto(`${settings}/subscription`);
  await page.getByRole('button', { name: 'Manage payment' }).click();
  await expect(page).toHaveURL(/\/sandbox\/portal/);
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('link', { name: 'Back to console' }).click();
  await said(page, /Your plan ends on/);

  await page.getByRole('button', { name: 'Downgrade to Free' }).click();
  const ended = page.waitForResponse(response =>
    isTo('DELETE', `/tenants/${tenantId}/subscription`)(response.request()),
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'Downgrade to Free' }).click();
  expect((await ended).status()).toBe(204);
  const again = await page.waitForResponse(response =>
    isTo('GET', `/tenants/${tenantId}/subscription`)(response.request()),
  );
  expect(await again.json()).toMatchObject({ planId: 'free', isCancelled: false });
  await said(page, 'Plan changed');
  await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeVisible();
  // A plan that has ended no longer shows an end date, but invoices and cards stay available.
  await expect(page.getByText(/Your plan ends on|, ends on/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Manage payment' })).toBeVisible();
  await page.context().close();
});

test('[BILL-10] [BILL-12] [BILL-14] limits that are reached and unpaid bills are told of once a session, and never in a development tenant', async ({
  cloud,
  people,
}) => {
  test.slow();
  const { page, tenantId: development } = await people.tenantOwner('Harbour');
  const tenantId = await createFreeTenant(page);
  await amend(page, '/tenants', (tenants: object[]) =>
    tenants.map(tenant => ({ ...tenant, openInvoices: [{ amountDue: 1600 }, { amountDue: 850 }] })),
  );
  for (const id of [development, tenantId])
    await amend(page, `/tenants/${id}/subscription/periodic-usage`, () => ({
      mauLimit: 50_000,
      tokenLimit: 600_000,
    }));
  await page.goto(`${cloud.console}/${tenantId}/applications`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'A payment is overdue' })).toBeVisible();
  await expect(dialog).toContainText('“Lighthouse” has unpaid invoices totaling $24.50.');
  // Nothing is chosen yet: a key that was meant for the page does no harm.
  await expect(dialog).toBeFocused();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog).toContainText('monthly active user limit of the Free plan: 50,000');
  await page.keyboard.press('Escape');
  await expect(dialog).toContainText('the monthly token limit of the Free plan: 500,000');
  await dialog.getByRole('button', { name: 'Compare plans' }).click();
  await expect(page).toHaveURL(`${cloud.console}/${tenantId}/tenant-settings/subscription`);
  await expect(page.getByText('600,000', { exact: true })).toHaveAttribute('data-tone', 'danger');
  await expect(page.getByText('50,000', { exact: true }).first()).toHaveAttribute('data-tone', 'danger');
  await page.reload();
  await said(page, 'Free plan');
  await expect(dialog).toHaveCount(0);

  await page.goto(`${cloud.console}/${development}/applications`);
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.context().close();
});

test('[BILL-17] screens beyond the plan say so until it is acknowledged, on every device', async ({
  cloud,
  people,
}) => {
  test.slow();
  const { page, tenantId: development } = await people.tenantOwner('Harbour');
  await page.goto(`${cloud.console}/${development}/mfa`);
  await expect(page.getByRole('heading', { name: 'Multi-factor auth' })).toBeVisible();
  const notice = page.getByText('Multi-factor authentication: not included in the Free plan');
  await expect(notice).toHaveCount(0);
  const tenantId = await createFreeTenant(page);
  await page.goto(`${cloud.console}/${tenantId}/mfa`);
  await expect(notice).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Compare plans' }).click();
  await expect(page).toHaveURL(/\/tenant-settings\/subscription$/);
  await page.goto(`${cloud.console}/${tenantId}/mfa`);
  const kept = page.waitForResponse(
    response => response.request().method() === 'PATCH' && response.url().endsWith('/me/custom-data'),
  );
  await page.getByRole('button', { name: 'Don’t show again' }).click();
  expect((await kept).status()).toBe(200);
  await expect(notice).toHaveCount(0);
  await page.goto(`${cloud.console}/${tenantId}/organizations`);
  await said(page, 'Organizations: not included in the Free plan');
  await page.getByRole('button', { name: 'Create organization' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Organizations: not included in the Free plan')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create organization' })).toBeDisabled();
  await expect(dialog.getByRole('link', { name: 'Compare plans' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Multi-factor auth' }).click();
  await expect(page.getByRole('heading', { name: 'Multi-factor auth' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await said(page, 'The Free plan does not include this feature. You can turn it off, but not on.');

  // Unchanged settings beyond the plan do not block saving the others.
  await page.goto(`${cloud.console}/${tenantId}/security/general`);
  await page
    .getByRole('switch', { name: /account/i })
    .first()
    .click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await said(page, 'Settings saved');
  await page.context().close();
});

test('[BILL-15] [BILL-17] what tokens cost beyond the plan is said on the subscription page until it is seen', async ({
  cloud,
  people,
}) => {
  test.slow();
  const { page } = await people.tenantOwner('Harbour');
  const tenantId = await createFreeTenant(page);
  await amend(page, `/tenants/${tenantId}/subscription`, (subscription: object) => ({
    ...subscription,
    planId: 'pro-202411',
  }));
  await amend(page, `/tenants/${tenantId}/subscription/periodic-usage`, () => ({
    mauLimit: 3,
    tokenLimit: 1_150_000,
  }));
  await page.goto(`${cloud.console}/${tenantId}/tenant-settings/subscription`);
  await said(page, '$16.00 will be added to the next invoice');
  await said(page, 'Each additional 100,000 cost $8.00.');
  // The earlier Pro plan counts everything.
  await expect(page.getByRole('row', { name: 'Role-based access control (RBAC) Inactive' })).toBeVisible();
  // The limit that is used up most comes first, and switches come last.
  const usage = page.getByRole('table', { name: 'Usage in this period' }).getByRole('row');
  await expect(usage.nth(1)).toContainText('Tokens');
  await expect(usage.last()).toContainText(/Active|Inactive/);
  // Paying tenants see no red for paid usage.
  await expect(page.getByText('1,150,000', { exact: true })).toHaveAttribute('data-tone', 'normal');
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByText('will be added to the next invoice')).toHaveCount(0);
  await page.context().close();
});

test('[TEN-19] a development tenant with a custom domain is offered production until it is read; it moves there with a plan that fits, and says so once', async ({
  cloud,
  people,
}) => {
  const { page, tenantId } = await people.tenantOwner('Harbour');
  const manage = await managementOf(page, cloud, tenantId);
  await manage('POST', '/domains', { domain: `id.${tenantId}.example` });
  const { id: organizationId } = await manage('POST', '/organizations', { name: 'Acme' });
  const dialog = page.getByRole('dialog');
  const notification = async () =>
    (await manage('GET', '/configs/admin-console')).developmentTenantMigrationNotification;
  const applications = async () => {
    await page.goto(`${cloud.console}/${tenantId}/applications`);
    // The dialog hides the page behind it from screen readers.
    await expect(page.getByRole('heading', { name: 'Applications', includeHidden: true })).toBeVisible();
  };
  await applications();
  await expect(dialog).toContainText('This development tenant has a custom domain or many users.');
  await dialog.getByRole('button', { name: 'Got it' }).click();
  await expect(dialog).toHaveCount(0);
  const { readAt, ...read } = await notification();
  expect(read).toEqual({ isPaidTenant: false, tag: 'development' });
  expect(Math.abs(Date.now() - readAt)).toBeLessThan(60_000);
  await applications();
  await expect(dialog).toHaveCount(0);

  await manage('PATCH', '/configs/admin-console', { developmentTenantMigrationNotification: read });
  await applications();
  await dialog.getByRole('button', { name: 'Move to production' }).click();
  const plans = page.getByRole('dialog', { name: 'Move to production' });
  await expect(plans).toContainText('You exceed the limits of that plan for:');
  await expect(plans.getByRole('listitem').filter({ hasText: /^Organizations$/ })).toBeVisible();
  await expect(plans.getByRole('button', { name: 'Choose Free' })).toBeDisabled();
  await plans.getByRole('button', { name: 'Choose Pro' }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  // Canceling leads back to the choice.
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(plans).toBeVisible();
  await manage('DELETE', `/organizations/${organizationId}`);
  await page.reload();
  await plans.getByRole('button', { name: 'Choose Free' }).click();
  await said(page, '“Harbour” is now a production tenant.');
  await expect(dialog).toContainText('This is now a production tenant');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await notification()).toMatchObject({ tag: 'production', readAt: expect.any(Number) });
  await page.goto(`${cloud.console}/${tenantId}/tenant-settings/subscription`);
  await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible();
  await page.context().close();
});
