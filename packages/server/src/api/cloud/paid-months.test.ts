import { planIds } from '@gatehouse/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createPayer, skuId } from './testing/payer.ts';
import { createPerson, type Person, putOnPlan } from './testing/people.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(anyDatabase)('months that are paid for, or not on %s', kind => {
  let app: TestApp;
  let owner: Person;
  let payer: ReturnType<typeof createPayer>;
  let now = Date.now();
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' }, now: () => now });
    owner = await createPerson(app, 'subscriber');
    payer = createPayer(app, owner);
  });
  afterAll(() => app.close());

  const pass = async (days: number) => {
    now += days * day;
    await app.app.services.payments.runDue();
  };

  test('a free tenant is upgraded, canceled at once, and billed no more', async () => {
    const { body: free } = await owner.cloud('POST', '/tenants', { name: 'Free', tag: 'production' });
    expect(free.planId).toBe(planIds.free);
    const { body } = await payer.checkOut({ tenantId: free.id });
    await payer.press(body.redirectUri, 'pay');
    expect((await payer.tenant(free.id)).planId).toBe(skuId);
    expect((await payer.checkOut({ tenantId: free.id })).body.code).toBe('checkout.plan_held_already');
    const { body: plan } = await owner.cloud('GET', `/tenants/${free.id}/subscription`);
    expect(plan).toMatchObject({ planId: skuId, status: 'active', upcomingInvoice: { total: 1600 } });
    expect(await owner.cloud('DELETE', `/tenants/${free.id}`)).toMatchObject({
      status: 422,
      body: { code: 'subscription.tenant_not_deletable', data: { issues: ['paid_plan'] } },
    });
    expect((await owner.cloud('DELETE', `/tenants/${free.id}/subscription`)).status).toBe(204);
    expect((await payer.tenant(free.id)).subscription).toMatchObject({
      planId: planIds.free,
      status: 'active',
    });
    expect((await owner.cloud('DELETE', `/tenants/${free.id}/subscription`)).status).toBe(422);
    await pass(40);
    expect((await owner.cloud('GET', `/tenants/${free.id}/invoices`)).body.invoices).toHaveLength(1);
    expect((await owner.cloud('DELETE', `/tenants/${free.id}`)).status).toBe(204);
  });

  test('months renew themselves; who does not pay is overdue, then suspended, and free when paid', async () => {
    const id = await payer.buyTenant('Monthly');
    await pass(35);
    const invoices = async () => (await owner.cloud('GET', `/tenants/${id}/invoices`)).body.invoices;
    expect(await invoices()).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
    const address = await payer.portal(id);
    await payer.press(address, 'decline-card');
    await pass(30);
    expect(await payer.tenant(id)).toMatchObject({
      subscription: { status: 'past_due' },
      openInvoices: [{ amountDue: 1600 }],
      isSuspended: false,
    });
    await pass(15);
    expect(await payer.tenant(id)).toMatchObject({ isSuspended: true });
    expect(await owner.manage(id, 'GET', '/resources')).toMatchObject({
      status: 403,
      body: { code: 'subscription.tenant_suspended' },
    });
    const fresh = await payer.portal(id);
    expect((await call(fresh)).text).toContain('The last payment failed');
    await payer.press(fresh, 'pay');
    expect((await payer.tenant(id)).isSuspended).toBe(true);
    await payer.press(fresh, 'accept-card');
    await payer.press(fresh, 'pay');
    expect(await payer.tenant(id)).toMatchObject({
      isSuspended: false,
      openInvoices: [],
      subscription: { status: 'active' },
    });
    expect((await owner.manage(id, 'GET', '/resources')).status).toBe(200);
  });

  test('a suspended tenant whose plan was given up is free when its last invoice is paid', async () => {
    const id = await payer.buyTenant('Owing');
    await payer.press(await payer.portal(id), 'decline-card');
    await pass(31);
    await pass(15);
    expect((await owner.cloud('DELETE', `/tenants/${id}/subscription`)).status).toBe(204);
    expect(await payer.tenant(id)).toMatchObject({ isSuspended: true, planId: planIds.free });
    const address = await payer.portal(id);
    const { text } = await call(address);
    expect(text).toContain('Free plan');
    expect(text).not.toMatch(/renews on|Cancel plan|Keep plan/);
    const { location } = await payer.press(address, 'pay');
    expect((await call(`${app.env.ADMIN_ENDPOINT}${location}`)).text).toContain('The card was declined.');
    await payer.press(address, 'accept-card');
    await payer.press(address, 'pay');
    expect(await payer.tenant(id)).toMatchObject({ isSuspended: false, openInvoices: [] });
  });

  test('[BILL-16] an invoice is a PDF to keep, for as long as its pass is fresh', async () => {
    const id = await payer.buyTenant('Keeping');
    const [{ id: invoiceId }] = (await owner.cloud('GET', `/tenants/${id}/invoices`)).body.invoices;
    const { body } = await owner.cloud('GET', `/tenants/${id}/invoices/${invoiceId}/pdf-url`);
    const file = await fetch(body.pdfUrl);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="invoice-[\d-]+\.pdf"$/);
    const text = await file.text();
    expect(text).toMatch(/^%PDF-1\.4\n.*\(Pro\).*\(\$16\.00\).*\(Paid\).*%%EOF\n$/s);
    const [, table = ''] = /startxref\n(\d+)/.exec(text) ?? [];
    expect(text.slice(Number(table))).toMatch(/^xref/);
    expect((await owner.cloud('GET', `/tenants/${id}/invoices/none/pdf-url`)).status).toBe(404);
    // The pass of an invoice opens no portal.
    expect((await call(body.pdfUrl.replace('/invoice?', '/portal?'))).status).toBe(404);
    now += day;
    expect((await call(body.pdfUrl)).status).toBe(404);
  });

  test('a plan that is canceled ends with its month, and is over then; the pass to the portal runs out', async () => {
    const id = await payer.buyTenant('Leaving');
    expect(await payer.subscriptionOf(id)).toMatchObject({ isCancelled: false, billing: 'current' });
    const address = await payer.portal(id);
    await payer.press(address, 'cancel');
    expect((await payer.tenant(id)).planId).toBe(skuId);
    expect(await payer.subscriptionOf(id)).toMatchObject({
      isCancelled: true,
      billing: 'current',
      upcomingInvoice: null,
    });
    await pass(35);
    const over = { planId: planIds.free, isCancelled: false, billing: 'ended', upcomingInvoice: null };
    expect(await payer.subscriptionOf(id)).toMatchObject(over);
    await pass(31);
    expect(await payer.subscriptionOf(id)).toMatchObject(over);
    // Going back to Free right after canceling leaves nothing that could end.
    const impatient = await payer.buyTenant('Impatient');
    await payer.press(await payer.portal(impatient), 'cancel');
    await owner.cloud('DELETE', `/tenants/${impatient}/subscription`);
    expect(await payer.subscriptionOf(impatient)).toMatchObject(over);
    // The payment page can still be opened, for invoices and for what is owed.
    expect((await call(await payer.portal(impatient))).text).toContain('Free plan');
    expect((await call(address)).status).toBe(404);
    expect((await call(address.replace(/pass=.*/, 'pass=forged'))).status).toBe(404);
  });

  test('[BILL-1] on the portal the plan is changed for another one that is sold, without a second payment', async () => {
    const id = await payer.buyTenant('Changing');
    const address = await payer.portal(id);
    expect((await call(address)).text).not.toContain('Switch to');
    await app.database.system(db =>
      db.updateTable('subscriptions').set({ planId: planIds.pro }).where('tenantId', '=', id).execute(),
    );
    await payer.press(address, 'cancel');
    expect((await call(address)).text).toContain(`Switch to Pro (${skuId})`);
    await payer.press(address, 'change');
    expect((await payer.tenant(id)).subscription).toMatchObject({ planId: skuId, status: 'active' });
    expect((await call(address)).text).toContain('The plan renews on');
    expect((await owner.cloud('GET', `/tenants/${id}/invoices`)).body.invoices).toHaveLength(1);
  });

  /** As if it had been bought when another version of Pro was sold. */
  const buyEarlierPro = async (name: string) => {
    const id = await payer.buyTenant(name);
    await app.database.system(async db => {
      await db.updateTable('subscriptions').set({ planId: planIds.pro }).where('tenantId', '=', id).execute();
    });
    await putOnPlan(app, id, planIds.pro);
    return id;
  };

  test('[BILL-1] a switch to an equivalent plan says what it costs, and charges no second month', async () => {
    const id = await buyEarlierPro('Switching');
    const subscription = `/tenants/${id}/subscription`;
    const before = await payer.subscriptionOf(id);
    const preview = (plan: string) => owner.cloud('GET', `${subscription}/switch-preview?skuId=${plan}`);
    const switchTo = (plan: string) => owner.cloud('PATCH', subscription, { skuId: plan });
    expect(await payer.checkOut({ tenantId: id })).toMatchObject({
      status: 422,
      body: { code: 'checkout.plan_equivalent' },
    });
    expect((await preview(skuId)).body).toEqual({
      nextInvoice: { total: 1600, date: before.currentPeriodEnd },
    });
    for (const plan of [planIds.free, planIds.pro202509, 'made-up'])
      for (const answer of [await preview(plan), await switchTo(plan)])
        expect(answer).toMatchObject({ status: 422, body: { code: 'checkout.plan_not_offered' } });
    const stranger = await createPerson(app, 'switcher');
    expect((await stranger.cloud('PATCH', subscription, { skuId })).status).toBe(403);

    await payer.press(await payer.portal(id), 'cancel');
    const answers = await owner.cloudAtOnce('PATCH', subscription, Array(40).fill({ skuId }));
    expect(answers[0]?.status).toBe(204);
    for (const { status } of answers) expect([204, 422]).toContain(status);
    expect((await switchTo(skuId)).body.code).toBe('checkout.plan_held_already');
    const { currentPeriodStart, currentPeriodEnd } = before;
    expect(await payer.subscriptionOf(id)).toMatchObject({
      planId: skuId,
      isCancelled: false,
      currentPeriodStart,
      currentPeriodEnd,
      upcomingInvoice: { total: 1600 },
    });
    const invoices = async () => (await owner.cloud('GET', `/tenants/${id}/invoices`)).body.invoices;
    expect(await invoices()).toHaveLength(1);
    await pass(32);
    expect(await invoices()).toMatchObject([{ skuId, amountDue: 1600 }, { amountDue: 1600 }]);
    const { body: free } = await owner.cloud('POST', '/tenants', { name: 'Unpaid', tag: 'production' });
    const unpaid = await owner.cloud('PATCH', `/tenants/${free.id}/subscription`, { skuId });
    expect(unpaid).toMatchObject({ status: 422, body: { code: 'subscription.not_paid' } });
  });

  test('a suspended tenant can be deleted with its debts, and is charged no more', async () => {
    const id = await payer.buyTenant('Abandoned');
    await payer.press(await payer.portal(id), 'decline-card');
    await pass(31);
    expect((await owner.cloud('DELETE', `/tenants/${id}`)).status).toBe(422);
    await pass(15);
    expect(await payer.tenant(id)).toMatchObject({ isSuspended: true, openInvoices: [{ amountDue: 1600 }] });
    expect((await owner.cloud('DELETE', `/tenants/${id}`)).status).toBe(204);
    expect(await payer.tenant(id)).toBeUndefined();
  });

  test('tokens beyond the plan are charged with the next invoice', async () => {
    const id = await payer.buyTenant('Busy');
    const date = new Date(now).toISOString().slice(0, 10);
    await app.database.system(db =>
      db
        .insertInto('dailyTokenUsage')
        .values({ tenantId: id, date, userTokens: 1_150_000, machineTokens: 0 })
        .execute(),
    );
    const usage = await owner.cloud('GET', `/tenants/${id}/subscription/periodic-usage`);
    expect(usage.body).toEqual({ mauLimit: 0, tokenLimit: 1_150_000 });
    const { body } = await owner.cloud('GET', `/tenants/${id}/subscription`);
    expect(body.upcomingInvoice.total).toBe(1600 + 2 * 800);
    await pass(32);
    const { invoices } = (await owner.cloud('GET', `/tenants/${id}/invoices`)).body;
    expect(invoices[0].amountDue).toBe(1600 + 2 * 800);
  });
});
