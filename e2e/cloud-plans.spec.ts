import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { isTo } from './support/edge.ts';
import { managementOf } from './support/management.ts';
import { choosePlan, openSelector, pay } from './support/people.ts';
import type { Product } from './support/product.ts';
import { changeTenant, tenantStates } from './support/tenant-state.ts';
import { expect, test } from './support/test.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

/** The cloud API, as the person whose page it is. */
const cloudOf = async (page: Page, cloud: Product) => {
  const asked = page.waitForRequest(isTo('GET', '/api/tenants'));
  await page.reload();
  const { authorization = '' } = await (await asked).allHeaders();
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${cloud.adminEndpoint}/api${path}`, {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    return response.json();
  };
};

/** As the console writes it. */
const day = (time: string) =>
  new Date(time).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });

test('[BILL-1] [BILL-11] [BILL-13] a switch between equivalent plans says what it costs before, charges no second month, and shows', async ({
  cloud,
  people,
}) => {
  const { page } = await people.tenantOwner();
  const plans = await choosePlan(page, 'Pier');
  await plans.getByRole('button', { name: 'Choose Pro' }).click();
  await pay(page);
  await said(page, 'Thank you. Your new plan is active.');
  const tenantId = new URL(page.url()).pathname.split('/')[1] ?? '';
  await changeTenant(cloud, tenantId, ...tenantStates.earlierPro);

  // The navigation would cut off requests that the previous page still has open.
  await page.goto('about:blank');
  const read = page
    .waitForResponse(response => isTo('GET', `/tenants/${tenantId}/subscription`)(response.request()))
    .then(response => response.json());
  await page.goto(`${cloud.console}/${tenantId}/tenant-settings/subscription`);
  const { currentPeriodStart, currentPeriodEnd } = await read;
  const end = day(currentPeriodEnd);
  const cycle = page.getByText(`${day(currentPeriodStart)} – ${end}, renews on ${end}`, { exact: true });
  await expect(cycle).toBeVisible();
  const roles = page.getByRole('row', { name: 'Role-based access control (RBAC) Inactive no limit' });
  await expect(roles).toBeVisible();
  // The plan and the way to another one are seen first.
  const change = page.getByRole('button', { name: 'Switch to Pro' });
  await expect(change).toBeInViewport();
  await change.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`You are not charged today. Your next invoice is $16.00 on ${end}.`);
  await question.getByRole('button', { name: 'Switch to Pro' }).click();
  await said(page, 'Plan changed');
  await expect(change).toHaveCount(0);
  await expect(page.getByText('Current plan', { exact: true })).toBeVisible();
  await expect(cycle).toBeVisible();
  await expect(roles).toHaveCount(0);
  await page.getByRole('link', { name: 'Billing history' }).click();
  await expect(page.getByRole('row', { name: /Paid/ })).toHaveCount(1);
  await page.context().close();
});

test('[REQ-8] a limit that another request reached meanwhile is named in words', async ({
  cloud,
  people,
}) => {
  const { page } = await people.tenantOwner();
  const { id } = await (await cloudOf(page, cloud))('POST', '/tenants', { name: 'Quay', tag: 'production' });
  const manage = await managementOf(page, cloud, id);
  await page.goto(`${cloud.console}/${id}/api-resources/create`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Mine');
  await dialog.getByLabel('API identifier').fill('https://mine.example.com');
  await manage('POST', '/resources', { name: 'First', indicator: 'https://first.example.com' });
  const refused = page.waitForResponse(response => isTo('POST', '/api/resources')(response.request()));
  await dialog.getByRole('button', { name: 'Create API resource' }).click();
  expect(await (await refused).json()).toMatchObject({
    message: 'Status exception: Exceeded quota limit. {"resourcesLimit":1}',
  });
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts).toContainText('You have reached a limit of your plan: API resources (1).');
  await expect(toasts).not.toContainText('Status exception');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Mine');
  await page.context().close();
});

test('[TEN-4] [TEN-5] a row of the selector shows name, region, environment and plan, and what most needs attention', async ({
  cloud,
  people,
}) => {
  const { page } = await people.tenantOwner('Harbour');
  const { id } = await (await cloudOf(page, cloud))('POST', '/tenants', {
    name: 'Quay',
    tag: 'production',
    regionName: 'JP',
  });
  const rowAfter = async (...statements: readonly string[]) => {
    await changeTenant(cloud, id, ...statements);
    await page.reload();
    await openSelector(page);
    return page.getByRole('menuitem', { name: /^Quay/ });
  };
  const row = await rowAfter();
  await expect(row).toHaveAccessibleName('Quay Japan Production Free');
  // A development tenant has no plan to speak of.
  await expect(page.getByRole('menuitem', { name: /^Harbour/ })).toHaveAccessibleName(
    'Harbour Europe Development Current tenant',
  );
  await expect(await rowAfter(...tenantStates.tokensUsedUp)).toContainText('Token limit exceeded');
  await expect(await rowAfter(...tenantStates.usersUsedUp)).toContainText('MAU limit exceeded');
  await expect(row).not.toContainText('Token limit exceeded');
  await expect(await rowAfter(...tenantStates.owing)).toContainText('Payment overdue');
  await expect(await rowAfter(...tenantStates.suspended)).toContainText('Suspended');
  await expect(row).not.toContainText(/overdue|exceeded/);
  // A plan made for one customer has no limit of tokens.
  const cleared = [
    "update tenants set is_suspended = false, plan_id = 'made-for-acme' where id = $1",
    'delete from invoices where tenant_id = $1',
    'delete from daily_active_users where tenant_id = $1',
  ];
  await expect(await rowAfter(...cleared)).toHaveAccessibleName('Quay Japan Production Enterprise');
  await page.context().close();
});

test('[TEN-3] [TEN-7] with many tenants the selector is searched, and the way to another one stays in sight; ten of them are free at most', async ({
  cloud,
  people,
}) => {
  test.slow();
  const { page } = await people.tenantOwner('Harbour');
  const ask = await cloudOf(page, cloud);
  for (let number = 1; number <= 10; number += 1)
    await ask('POST', '/tenants', { name: `Pier ${number}`, tag: 'production' });
  await page.reload();
  await openSelector(page);
  const rows = page.getByRole('menuitem', { name: /^(Pier|Harbour)/ });
  const create = page.getByRole('menuitem', { name: 'Create tenant' });
  await expect(rows).toHaveCount(11);
  await expect(create).toBeInViewport({ ratio: 1 });
  for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(56);
  await expectAccessible(page, 'the tenant selector with many tenants');

  await page.keyboard.type('pier 1');
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveValue('pier 1');
  await expect(rows).toHaveText([/^Pier 1\D/, /^Pier 10/]);
  await page.keyboard.type('x');
  await said(page, 'No matches');
  await expect(create).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Backspace');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(page.getByTitle('Switch tenant')).toHaveText(/Pier 10/);

  const plans = await choosePlan(page, 'One more');
  await expect(plans.getByRole('button', { name: 'Choose Free' })).toBeDisabled();
  await said(page, 'You already have 10 free tenants');
  await expect(plans.getByRole('button', { name: 'Choose Pro' })).toBeEnabled();
  await page.context().close();
});

test('[NAV-4] a suspended tenant has no sidebar that leads in circles, and its administrator can delete it', async ({
  cloud,
  people,
}) => {
  const { page, tenantId } = await people.tenantOwner('Harbour');
  const { id } = await (await cloudOf(page, cloud))('POST', '/tenants', { name: 'Quay', tag: 'production' });
  await changeTenant(cloud, id, ...tenantStates.owing, ...tenantStates.suspended);
  await page.goto(`${cloud.console}/${id}/applications`);
  await expect(page.getByRole('heading', { name: 'This tenant is suspended' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await said(page, '$16.00');
  await expectAccessible(page, 'a suspended tenant');
  await page.getByRole('button', { name: 'Delete tenant' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('textbox').fill('Quay');
  await question.getByRole('button', { name: 'Delete tenant' }).click();
  await said(page, 'Tenant “Quay” deleted');
  await expect(page).toHaveURL(`${cloud.console}/${tenantId}/get-started`);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.context().close();
});
