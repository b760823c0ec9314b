import type { Page } from '@playwright/test';
import { recordAnswers, stopTime } from './support/clock.ts';
import { choosePlan, openSelector, pay } from './support/people.ts';
import { expect, test } from './support/test.ts';

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('gatehouse:checkout-session') ?? 'null'));

test('[TEN-6] [TEN-7] [BILL-4] [BILL-5] [BILL-6] [BILL-7] a production tenant chooses its plan: Free is made at once, Pro is paid for first; a checkout without an address says so, and there is one at a time', async ({
  people,
}) => {
  const { page } = await people.tenantOwner();
  const plans = await choosePlan(page, 'Quay');
  await expect(plans.getByRole('heading', { name: /^(Free|Pro)$/ })).toHaveText(['Free', 'Pro']);
  await expect(plans.getByText('Most popular')).toHaveCount(1);
  await expect(plans).toContainText(/\$0\s*per month.*50K monthly active users.*\$16\s*per month.*Support/s);
  await plans.getByRole('button', { name: 'Choose Free' }).click();
  await said(page, 'Tenant “Quay” created');
  await expect(page.getByTitle('Switch tenant')).toHaveText(/Quay/);

  await choosePlan(page, 'Pier');
  let requests = 0;
  await page.route('**/api/checkout-session', route => {
    requests += 1;
    return route.fulfill({ status: 201, json: { redirectUri: '', sessionId: 's' } });
  });
  await plans.getByRole('button', { name: 'Choose Pro' }).dblclick();
  await said(page, 'The payment could not be completed. You have not been charged.');
  expect(requests).toBe(1);
  expect(await stored(page)).toBeNull();
  await page.unroute('**/api/checkout-session');

  await plans.getByRole('button', { name: 'Choose Pro' }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  const { state, sessionId } = await stored(page);
  expect(state).toHaveLength(6);
  expect(page.url()).toContain(sessionId);
  await pay(page);
  await said(page, 'Thank you. Your new plan is active.');
  await expect(page.getByTitle('Switch tenant')).toHaveText(/Pier/);
  expect(await stored(page)).toBeNull();
  await openSelector(page);
  const production = page.getByRole('group', { name: 'Production' });
  await expect(production.getByRole('menuitem', { name: /Pier.*Pro/ })).toBeVisible();
  await expect(production.getByRole('menuitem', { name: /Quay.*Free/ })).toBeVisible();
  await page.context().close();
});

test('[BILL-4] [BILL-5] [BILL-6] [BILL-7] the return from a payment: a foreign state leads home; else the console asks every second until the plan is there, for ten seconds', async ({
  people,
  cloud,
}) => {
  const { page, tenantId } = await people.tenantOwner();
  const home = `${cloud.console}/${tenantId}/get-started`;
  const store = (value: object) =>
    page.evaluate(text => sessionStorage.setItem('gatehouse:checkout-session', text), JSON.stringify(value));
  const callback = (state: string) => page.goto(`${cloud.console}/checkout-success-callback?state=${state}`);
  let session: object = { status: 'open', tenantId: null, skuId: 'pro' };
  await page.route('**/api/checkout-session/*', route => route.fulfill({ json: session }));
  const answers = await recordAnswers(page, '/checkout-session/');

  // Unreadable data does not block the page.
  await page.evaluate(() => sessionStorage.setItem('gatehouse:checkout-session', '{"state":'));
  await callback('abcdef');
  await said(page, 'The checkout data in this browser could not be read (invalid json format).');
  await expect(page).toHaveURL(home);
  expect(await stored(page)).toBeNull();

  await store({ state: 'abcdef', sessionId: 's' });
  await callback('ghijkl');
  await expect(page).toHaveURL(home);
  expect(await answers()).toEqual([]);

  await stopTime(page);
  await callback('abcdef');
  const until = async (time: number) =>
    page.clock.fastForward(time - (await page.evaluate(() => Date.now())));
  const answered = async (count: number) => {
    await expect
      .poll(async () => (await answers())[count - 1]?.answeredAt, { intervals: [20] })
      .toBeDefined();
    const { askedAt, answeredAt = 0 } = (await answers())[count - 1]!;
    return { askedAt, answeredAt };
  };
  await expect(async () => {
    await page.clock.runFor(10);
    expect(await answers()).toHaveLength(1);
  }).toPass({ intervals: [20] });
  const { askedAt: begunAt } = await answered(1);
  for (let count = 1; count < 10; count += 1) {
    const { answeredAt } = await answered(count);
    await until(answeredAt + 999);
    expect(await answers()).toHaveLength(count);
    await until(answeredAt + 1000);
    await answered(count + 1);
  }
  await until(begunAt + 9999);
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await expect(page.getByText('The payment has not arrived yet.')).toHaveCount(0);
  await until(begunAt + 10_000);
  await page.clock.resume();
  await said(page, 'The payment has not arrived yet.');
  await expect(page).toHaveURL(home);
  expect(await stored(page)).toBeNull();

  // Paid is not enough: the tenant must have the plan.
  session = { status: 'complete', tenantId, skuId: 'pro' };
  const members = `/${tenantId}/tenant-settings/members`;
  await store({ state: 'abcdef', sessionId: 's', callbackPage: members, isDowngrade: true });
  await callback('abcdef');
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await page.route(`**/api/tenants/${tenantId}/subscription`, async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), planId: 'pro' } });
  });
  await said(page, 'Plan changed');
  await expect(page).toHaveURL(`${cloud.console}${members}`);
  expect(await stored(page)).toBeNull();
  // An answer that is still being changed would be gone with the page.
  await page.unrouteAll({ behavior: 'wait' });
  await page.context().close();
});

test('a canceled checkout leads back: to the form of the new tenant with everything in it, and to the subscription of one that there is', async ({
  people,
  cloud,
}) => {
  const { page, tenantId } = await people.tenantOwner();
  await page.goto(`${cloud.console}/${tenantId}/applications`);
  const cancel = () => page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const plans = await choosePlan(page, 'Pier');
  await plans.getByRole('button', { name: 'Choose Pro' }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await cancel();
  const form = page.getByRole('dialog', { name: 'Create tenant' });
  await expect(form.getByLabel('Tenant name')).toHaveValue('Pier');
  await expect(form.getByRole('radio', { name: /Production/ })).toBeChecked();
  await expect(page).toHaveURL(new RegExp(`/${tenantId}/applications`));
  await form.getByRole('button', { name: 'Create tenant' }).click();
  await plans.getByRole('button', { name: 'Choose Free' }).click();
  await said(page, 'Tenant “Pier” created');
  await expect(page.getByTitle('Switch tenant')).toHaveText(/Pier/);
  const pier = new URL(page.url()).pathname.split('/')[1];

  const subscription = `${cloud.console}/${pier}/tenant-settings/subscription`;
  await page.goto(subscription);
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await cancel();
  await expect(page).toHaveURL(subscription);
  await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible();
  // Nothing of the form is left where it was made.
  await page.goto(`${cloud.console}/${tenantId}/applications`);
  await openSelector(page);
  await page.getByRole('menuitem', { name: 'Create tenant' }).click();
  await expect(form.getByLabel('Tenant name')).toHaveValue('My project');
  await page.context().close();
});

test('a tenant whose payment comes late appears automatically, and a toast says so', async ({ people }) => {
  test.slow();
  const { page } = await people.tenantOwner();
  const plans = await choosePlan(page, 'Slowpier');
  await plans.getByRole('button', { name: 'Choose Pro' }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await page.clock.install();
  await page.getByRole('button', { name: 'Pay with a delay' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible();
  await page.clock.fastForward(10_000);
  const notice = page.getByText('The payment has not arrived yet.');
  // Under the pointer, a notice stays until there is a newer one about the same payment.
  await notice.hover();
  await expect(page.getByTitle('Switch tenant')).toHaveText(/Harbour/);
  await expect(page.getByText('Tenant “Slowpier” created')).toBeVisible({ timeout: 30_000 });
  expect(await notice.count()).toBe(0);
  await openSelector(page);
  await expect(page.getByRole('menuitem', { name: /^Slowpier.*Pro/ })).toBeVisible();
  await page.context().close();
});
