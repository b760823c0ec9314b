import { planIds } from '@gatehouse/contract/plans.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person, putOnPlan } from '../api/cloud/testing/people.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { startStripe } from './testing/stripe-stand-in.ts';

const webhookSecret = 'whsec_test';
const skuId = planIds.pro202411;
const start = 1_800_000_000;
const end = start + 30 * 24 * 3600;

let app: TestApp;
let stripe: Awaited<ReturnType<typeof startStripe>>;
let owner: Person;
beforeAll(async () => {
  stripe = await startStripe(webhookSecret);
  app = await startTestApp('postgresql', {
    variables: {
      GATEHOUSE_EDITION: 'cloud',
      STRIPE_SECRET_KEY: 'sk_test',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_ID: 'price_pro',
      STRIPE_API_URL: stripe.url,
    },
  });
  owner = await createPerson(app, 'payer');
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const tell = async (type: string, object: object, signing?: Parameters<typeof stripe.sign>[1]) => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const response = await fetch(`${app.env.ADMIN_ENDPOINT}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': await stripe.sign(body, signing) },
    body,
  });
  return response.status;
};

const subscription = (fields: object = {}) => ({
  id: 'sub_1',
  status: 'active',
  cancel_at_period_end: false,
  items: { data: [{ id: 'si_1', current_period_start: start, current_period_end: end }] },
  ...fields,
});

const invoice = (fields: object = {}) => ({
  id: 'in_1',
  status: 'paid',
  amount_due: 1600,
  created: start,
  period_start: start,
  period_end: end,
  hosted_invoice_url: 'https://invoice.stripe.example/in_1',
  invoice_pdf: 'https://invoice.stripe.example/in_1/pdf',
  parent: { subscription_details: { subscription: 'sub_1' } },
  lines: { data: [{ period: { start, end } }] },
  ...fields,
});

const tenants = async () => (await owner.cloud('GET', '/tenants')).body;

test('[BILL-4] [BILL-9] a subscription at Stripe: bought, overdue, paid, shown and canceled', async () => {
  const successCallbackUrl = `${app.env.ADMIN_ENDPOINT}/checkout-success-callback?state=abcdef`;
  const polish = { 'accept-language': 'pl-PL' };
  const wanted = { skuId, successCallbackUrl, tenantName: 'Paid by Stripe' };
  const { body: checkout } = await owner.cloud('POST', '/checkout-session', wanted, polish);
  expect(checkout.redirectUri).toBe(`https://checkout.stripe.example/${checkout.sessionId}`);
  const { form } = stripe.calls.find(({ path }) => path === '/v1/checkout/sessions')!;
  expect(Object.fromEntries(form)).toMatchObject({
    mode: 'subscription',
    'line_items[0][price]': 'price_pro',
    success_url: successCallbackUrl,
    customer_email: owner.email,
    locale: 'pl',
  });

  stripe.put(subscription());
  stripe.put(invoice());
  const session = { id: checkout.sessionId, subscription: 'sub_1', customer: 'cus_1', invoice: 'in_1' };
  expect(await tell('checkout.session.completed', session, { secret: 'whsec_forged' })).toBe(400);
  // A message of Stripe is replayed an hour later.
  const timestamp = Math.floor(Date.now() / 1000) - 3600;
  expect(await tell('checkout.session.completed', session, { timestamp })).toBe(400);
  expect(await tenants()).toEqual([]);
  expect(await tell('checkout.session.completed', session)).toBe(204);
  // Told twice, done once.
  expect(await tell('checkout.session.completed', session)).toBe(204);
  const [tenant] = await tenants();
  expect(await tenants()).toHaveLength(1);
  expect(tenant).toMatchObject({ name: 'Paid by Stripe', planId: skuId });
  expect(tenant.subscription.currentPeriodEnd).toBe(new Date(end * 1000).toISOString());
  const invoices = async () => (await owner.cloud('GET', `/tenants/${tenant.id}/invoices`)).body.invoices;
  expect(await invoices()).toMatchObject([{ id: 'in_1', status: 'paid', amountDue: 1600 }]);
  const shown = await owner.cloud('GET', `/tenants/${tenant.id}/invoices/in_1/hosted-invoice-url`);
  expect(shown.body.hostedInvoiceUrl).toBe('https://invoice.stripe.example/in_1');
  const file = await owner.cloud('GET', `/tenants/${tenant.id}/invoices/in_1/pdf-url`);
  expect(file.body.pdfUrl).toBe('https://invoice.stripe.example/in_1/pdf');

  stripe.put(subscription({ status: 'past_due' }));
  stripe.put(invoice({ id: 'in_2', status: 'open' }));
  await tell('invoice.payment_failed', { id: 'in_2' });
  await tell('customer.subscription.updated', { id: 'sub_1' });
  expect((await tenants())[0]).toMatchObject({
    subscription: { status: 'past_due' },
    openInvoices: [{ amountDue: 1600 }],
  });
  stripe.put(subscription());
  stripe.put(invoice({ id: 'in_2', status: 'paid' }));
  await tell('customer.subscription.updated', { id: 'sub_1' });
  await tell('invoice.paid', { id: 'in_2' });
  // An old message that comes late says nothing new: what counts is what Stripe knows now.
  await tell('invoice.payment_failed', { id: 'in_2', status: 'open' });
  expect((await tenants())[0]).toMatchObject({ subscription: { status: 'active' }, openInvoices: [] });

  const portal = await owner.cloud('POST', `/tenants/${tenant.id}/stripe-customer-portal`, {
    callbackUrl: app.env.ADMIN_ENDPOINT,
  });
  expect(portal.body.redirectUri).toBe('https://portal.stripe.example/cus_1');

  expect((await owner.cloud('DELETE', `/tenants/${tenant.id}/subscription`)).status).toBe(204);
  expect(stripe.calls).toContainEqual(
    expect.objectContaining({ method: 'DELETE', path: '/v1/subscriptions/sub_1' }),
  );
  expect((await tenants())[0].planId).toBe(planIds.free);
});

/** For a tenant that there is; paying it makes a subscription with the given ID. */
const beginCheckout = async (tenantId: string) => {
  const wanted = { skuId, successCallbackUrl: app.env.ADMIN_ENDPOINT, tenantId };
  const { body: checkout } = await owner.cloud('POST', '/checkout-session', wanted);
  return async (id: string) => {
    stripe.put(subscription({ id }));
    const paid = { id: checkout.sessionId, subscription: id, customer: 'cus_2' };
    expect(await tell('checkout.session.completed', paid)).toBe(204);
  };
};
const tenantNamed = async (id: string) =>
  (await tenants()).find((tenant: { id: string }) => tenant.id === id);

test('[BILL-1] a switch to an equivalent plan changes the price at Stripe, which prorates it, and charges nothing', async () => {
  const { body: free } = await owner.cloud('POST', '/tenants', { name: 'Switching', tag: 'production' });
  await (await beginCheckout(free.id))('sub_switch');
  // It is on an older plan.
  await putOnPlan(app, free.id, planIds.pro);
  stripe.put({ id: 'create_preview', amount_due: 1234 });
  const path = `/tenants/${free.id}/subscription`;
  const preview = await owner.cloud('GET', `${path}/switch-preview?skuId=${skuId}`);
  expect(preview.body).toEqual({
    nextInvoice: { total: 1234, date: new Date(end * 1000).toISOString() },
  });
  const formOf = (path: string) =>
    Object.fromEntries(stripe.calls.findLast(call => call.method === 'POST' && call.path === path)!.form);
  expect(formOf('/v1/invoices/create_preview')).toMatchObject({
    subscription: 'sub_switch',
    'subscription_details[items][0][price]': 'price_pro',
    'subscription_details[proration_behavior]': 'create_prorations',
  });
  expect((await owner.cloud('PATCH', path, { skuId })).status).toBe(204);
  expect(formOf('/v1/subscriptions/sub_switch')).toEqual({
    'items[0][id]': 'si_1',
    'items[0][price]': 'price_pro',
    cancel_at_period_end: 'false',
    proration_behavior: 'create_prorations',
  });
  expect(await tenantNamed(free.id)).toMatchObject({ planId: skuId, subscription: { status: 'active' } });
  expect(stripe.ended()).not.toContain('sub_switch');
});

test('a suspended tenant that is deleted is no longer charged at Stripe', async () => {
  const { body: free } = await owner.cloud('POST', '/tenants', { name: 'Abandoned', tag: 'production' });
  await (await beginCheckout(free.id))('sub_abandoned');
  await app.database.system(db =>
    db.updateTable('tenants').set({ isSuspended: true }).where('id', '=', free.id).execute(),
  );
  expect((await owner.cloud('DELETE', `/tenants/${free.id}`)).status).toBe(204);
  expect(stripe.ended()).toContain('sub_abandoned');
});

test('a checkout that ended at Stripe without notifying us does not block a new one', async () => {
  const wanted = { skuId, successCallbackUrl: app.env.ADMIN_ENDPOINT, tenantName: 'Lapsed' };
  const { body: lapsed } = await owner.cloud('POST', '/checkout-session', wanted);
  stripe.put({ id: lapsed.sessionId, status: 'expired' });
  expect((await owner.cloud('POST', '/checkout-session', wanted)).status).toBe(201);
  expect(stripe.calls.map(({ path }) => path)).toContain(`/v1/checkout/sessions/${lapsed.sessionId}/expire`);
});

test('without the sandbox there are no sandbox pages', async () => {
  const response = await fetch(`${app.env.ADMIN_ENDPOINT}/sandbox/portal`, {
    headers: { accept: 'application/json' },
  });
  expect(response.status).toBe(404);
});
