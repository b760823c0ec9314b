import { planIds } from '@gatehouse/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createPerson, type Person, putOnPlan } from './testing/people.ts';

const skuId = planIds.pro202411;
const day = 24 * 60 * 60 * 1000;

describe.each(databaseKinds)('plans and payments on %s', kind => {
  let app: TestApp;
  let owner: Person;
  let now = Date.now();
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' }, now: () => now });
    owner = await createPerson(app, 'payer');
  });
  afterAll(() => app.close());

  const pass = async (days: number) => {
    now += days * day;
    await app.app.services.payments.runDue();
  };
  const callbackUrl = () => `${app.env.ADMIN_ENDPOINT}/checkout-success-callback?state=abcdef`;
  const checkOut = async (body: object) => {
    const answer = await owner.cloud('POST', '/checkout-session', {
      skuId,
      successCallbackUrl: callbackUrl(),
      ...body,
    });
    return answer as { status: number; body: { sessionId: string; redirectUri: string; code?: string } };
  };
  const press = async (address: string, choice: string) => {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ choice }),
    });
    return { status: response.status, location: response.headers.get('location') };
  };
  const session = async (id: string) => (await owner.cloud('GET', `/checkout-session/${id}`)).body;
  const tenant = async (id: string) =>
    (await owner.cloud('GET', '/tenants')).body.find((found: { id: string }) => found.id === id);
  const buyTenant = async (tenantName: string) => {
    const { body } = await checkOut({ tenantName, tenantTag: 'production', tenantRegionName: 'US' });
    await press(body.redirectUri, 'pay');
    return (await session(body.sessionId)).tenantId as string;
  };
  const portal = async (id: string) => {
    const { body } = await owner.cloud('POST', `/tenants/${id}/stripe-customer-portal`, {
      callbackUrl: app.env.ADMIN_ENDPOINT,
    });
    return body.redirectUri as string;
  };

  test('[BILL-4] [BILL-5] a paid tenant is made when the checkout is paid, and once only', async () => {
    const { status, body } = await checkOut({ tenantName: 'Paid', tenantTag: 'production' });
    expect(status).toBe(201);
    expect(await session(body.sessionId)).toEqual({ status: 'open', skuId, tenantId: null });
    const page = await call(body.redirectUri);
    expect(page.text).toContain('$16.00 a month');
    expect(await press(body.redirectUri, 'pay')).toEqual({ status: 303, location: callbackUrl() });
    const paid = await session(body.sessionId);
    expect(paid).toMatchObject({ status: 'complete', skuId });
    expect(await tenant(paid.tenantId)).toMatchObject({
      name: 'Paid',
      tag: 'production',
      planId: skuId,
      subscription: { planId: skuId, status: 'active' },
    });
    expect((await press(body.redirectUri, 'pay')).status).toBe(410);
    const { invoices } = (await owner.cloud('GET', `/tenants/${paid.tenantId}/invoices`)).body;
    expect(invoices).toMatchObject([{ skuId, status: 'paid', amountDue: 1600 }]);
  });

  test('the pages of payment speak the language of the console, whatever that of the browser', async () => {
    const arabic = { 'accept-language': 'ar' };
    const wanted = { skuId, successCallbackUrl: callbackUrl(), tenantName: 'نزل' };
    const { body } = await owner.cloud('POST', '/checkout-session', wanted, arabic);
    const spoken = async (address: string) =>
      (await call(address, { headers: { 'accept-language': 'de' } })).text;
    const declined = await press(body.redirectUri, 'decline');
    for (const address of [body.redirectUri, `${app.env.ADMIN_ENDPOINT}${declined.location}`])
      expect(await spoken(address)).toContain('<html lang="ar" dir="rtl">');
    await press(body.redirectUri, 'pay');
    const { tenantId } = await session(body.sessionId);
    const { body: opened } = await owner.cloud(
      'POST',
      `/tenants/${tenantId}/stripe-customer-portal`,
      { callbackUrl: app.env.ADMIN_ENDPOINT },
      arabic,
    );
    expect(await spoken(opened.redirectUri)).toMatch(/<html lang="ar" dir="rtl">.*إلغاء الخطة/);
  });

  test('two payments for one checkout at the same moment make one tenant and one invoice', async () => {
    const { body } = await checkOut({ tenantName: 'Doubled' });
    await Promise.all([press(body.redirectUri, 'pay'), press(body.redirectUri, 'pay')]);
    const all = (await owner.cloud('GET', '/tenants')).body as { id: string; name: string }[];
    const doubled = all.filter(({ name }) => name === 'Doubled');
    expect(doubled).toHaveLength(1);
    const { invoices } = (await owner.cloud('GET', `/tenants/${doubled[0]!.id}/invoices`)).body;
    expect(invoices).toHaveLength(1);
  });

  test('a declined or cancelled checkout makes nothing, and a newer one closes it', async () => {
    const first = (await checkOut({ tenantName: 'Undecided' })).body;
    expect((await press(first.redirectUri, 'decline')).location).toContain('&declined');
    expect((await press(first.redirectUri, 'cancel')).location).toBe(`${app.env.ADMIN_ENDPOINT}/`);
    expect((await session(first.sessionId)).status).toBe('open');
    const second = (await checkOut({ tenantName: 'Undecided' })).body;
    expect((await press(first.redirectUri, 'pay')).status).toBe(410);
    expect((await session(first.sessionId)).status).toBe('expired');
    expect((await session(second.sessionId)).status).toBe('open');
    now += day + 1;
    // Whoever comes back after a day pays for nothing, and finds the way to the console.
    expect((await press(second.redirectUri, 'pay')).status).toBe(410);
    const late = await call(second.redirectUri);
    expect(late.status).toBe(410);
    expect(late.text).toContain('Nothing was charged.');
    expect(late.text).toContain(`href="${app.env.ADMIN_ENDPOINT}"`);
    await pass(0);
    expect((await session(second.sessionId)).status).toBe('expired');
    const { body: all } = await owner.cloud('GET', '/tenants');
    expect(all.filter(({ name }: { name: string }) => name === 'Undecided')).toEqual([]);
  });

  test('what one administrator has paid for, no other can pay again; a checkout ends with its tenant', async () => {
    const shared = await buyTenant('Shared');
    const second = await createPerson(app, 'second');
    const [invitation] = (
      await owner.member(shared, 'POST', '/invitations', { invitee: [second.email], roleName: 'admin' })
    ).body;
    await second.cloud('PATCH', `/invitations/${invitation.id}/status`, { status: 'Accepted' });
    await owner.cloud('DELETE', `/tenants/${shared}/subscription`);
    const wanted = { skuId, successCallbackUrl: callbackUrl(), tenantId: shared };
    const other = (await second.cloud('POST', '/checkout-session', wanted)).body.redirectUri;
    const own = (await checkOut({ tenantId: shared })).body.redirectUri;
    expect((await call(other)).text).toContain('<bdi>Shared</bdi>');
    expect((await press(own, 'pay')).status).toBe(303);
    expect((await press(other, 'pay')).status).toBe(410);
    expect((await owner.cloud('GET', `/tenants/${shared}/invoices`)).body.invoices).toHaveLength(2);

    const { body: gone } = await owner.cloud('POST', '/tenants', { name: 'Gone', tag: 'production' });
    const { redirectUri } = (await checkOut({ tenantId: gone.id })).body;
    expect((await owner.cloud('DELETE', `/tenants/${gone.id}`)).status).toBe(204);
    expect((await press(redirectUri, 'pay')).status).toBe(410);
  });

  test('a free tenant is upgraded, cancelled at once, and billed no more', async () => {
    const { body: free } = await owner.cloud('POST', '/tenants', { name: 'Free', tag: 'production' });
    expect(free.planId).toBe(planIds.free);
    const { body } = await checkOut({ tenantId: free.id });
    await press(body.redirectUri, 'pay');
    expect((await tenant(free.id)).planId).toBe(skuId);
    expect((await checkOut({ tenantId: free.id })).body.code).toBe('checkout.plan_held_already');
    const { body: plan } = await owner.cloud('GET', `/tenants/${free.id}/subscription`);
    expect(plan).toMatchObject({ planId: skuId, status: 'active', upcomingInvoice: { total: 1600 } });
    expect(await owner.cloud('DELETE', `/tenants/${free.id}`)).toMatchObject({
      status: 422,
      body: { code: 'subscription.tenant_not_deletable', data: { issues: ['paid_plan'] } },
    });
    expect((await owner.cloud('DELETE', `/tenants/${free.id}/subscription`)).status).toBe(204);
    expect((await tenant(free.id)).subscription).toMatchObject({ planId: planIds.free, status: 'active' });
    expect((await owner.cloud('DELETE', `/tenants/${free.id}/subscription`)).status).toBe(422);
    await pass(40);
    expect((await owner.cloud('GET', `/tenants/${free.id}/invoices`)).body.invoices).toHaveLength(1);
    expect((await owner.cloud('DELETE', `/tenants/${free.id}`)).status).toBe(204);
  });

  test('months renew themselves; who does not pay is overdue, then suspended, and free when paid', async () => {
    const id = await buyTenant('Monthly');
    await pass(35);
    const invoices = async () => (await owner.cloud('GET', `/tenants/${id}/invoices`)).body.invoices;
    expect(await invoices()).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
    const address = await portal(id);
    await press(address, 'decline-card');
    await pass(30);
    expect(await tenant(id)).toMatchObject({
      subscription: { status: 'past_due' },
      openInvoices: [{ amountDue: 1600 }],
      isSuspended: false,
    });
    await pass(15);
    expect(await tenant(id)).toMatchObject({ isSuspended: true });
    expect(await owner.manage(id, 'GET', '/resources')).toMatchObject({
      status: 403,
      body: { code: 'subscription.tenant_suspended' },
    });
    const fresh = await portal(id);
    expect((await call(fresh)).text).toContain('The last payment failed');
    await press(fresh, 'pay');
    expect((await tenant(id)).isSuspended).toBe(true);
    await press(fresh, 'accept-card');
    await press(fresh, 'pay');
    expect(await tenant(id)).toMatchObject({
      isSuspended: false,
      openInvoices: [],
      subscription: { status: 'active' },
    });
    expect((await owner.manage(id, 'GET', '/resources')).status).toBe(200);
  });

  test('a suspended tenant whose plan was given up is free when its last invoice is paid', async () => {
    const id = await buyTenant('Owing');
    await press(await portal(id), 'decline-card');
    await pass(31);
    await pass(15);
    expect((await owner.cloud('DELETE', `/tenants/${id}/subscription`)).status).toBe(204);
    expect(await tenant(id)).toMatchObject({ isSuspended: true, planId: planIds.free });
    const address = await portal(id);
    const { text } = await call(address);
    expect(text).toContain('Free plan');
    expect(text).not.toMatch(/renews on|Cancel the plan|Keep the plan/);
    const { location } = await press(address, 'pay');
    expect((await call(`${app.env.ADMIN_ENDPOINT}${location}`)).text).toContain('The card was declined.');
    await press(address, 'accept-card');
    await press(address, 'pay');
    expect(await tenant(id)).toMatchObject({ isSuspended: false, openInvoices: [] });
  });

  test('[BILL-16] an invoice is a PDF to keep, for as long as its pass is fresh', async () => {
    const id = await buyTenant('Keeping');
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

  const subscriptionOf = async (id: string) => (await owner.cloud('GET', `/tenants/${id}/subscription`)).body;

  test('a plan that is cancelled ends with its month, and is over then; the pass to the portal runs out', async () => {
    const id = await buyTenant('Leaving');
    expect(await subscriptionOf(id)).toMatchObject({ isCancelled: false, billing: 'current' });
    const address = await portal(id);
    await press(address, 'cancel');
    expect((await tenant(id)).planId).toBe(skuId);
    expect(await subscriptionOf(id)).toMatchObject({
      isCancelled: true,
      billing: 'current',
      upcomingInvoice: null,
    });
    await pass(35);
    const over = { planId: planIds.free, isCancelled: false, billing: 'ended', upcomingInvoice: null };
    expect(await subscriptionOf(id)).toMatchObject(over);
    await pass(31);
    expect(await subscriptionOf(id)).toMatchObject(over);
    // Whoever goes back to Free at once after canceling has nothing left that could end.
    const impatient = await buyTenant('Impatient');
    await press(await portal(impatient), 'cancel');
    await owner.cloud('DELETE', `/tenants/${impatient}/subscription`);
    expect(await subscriptionOf(impatient)).toMatchObject(over);
    // The payment page can still be opened, for invoices and for what is owed.
    expect((await call(await portal(impatient))).text).toContain('Free plan');
    expect((await call(address)).status).toBe(404);
    expect((await call(address.replace(/pass=.*/, 'pass=forged'))).status).toBe(404);
  });

  test('[BILL-1] on the portal the plan is changed for another one that is sold, without a second payment', async () => {
    const id = await buyTenant('Changing');
    const address = await portal(id);
    expect((await call(address)).text).not.toContain('Switch to');
    await app.database.system(db =>
      db.updateTable('subscriptions').set({ planId: planIds.pro }).where('tenantId', '=', id).execute(),
    );
    await press(address, 'cancel');
    expect((await call(address)).text).toContain(`Switch to Pro (${skuId})`);
    await press(address, 'change');
    expect((await tenant(id)).subscription).toMatchObject({ planId: skuId, status: 'active' });
    expect((await call(address)).text).toContain('The plan renews on');
    expect((await owner.cloud('GET', `/tenants/${id}/invoices`)).body.invoices).toHaveLength(1);
  });

  /** As if it had been bought when another version of Pro was sold. */
  const buyEarlierPro = async (name: string) => {
    const id = await buyTenant(name);
    await app.database.system(async db => {
      await db.updateTable('subscriptions').set({ planId: planIds.pro }).where('tenantId', '=', id).execute();
    });
    await putOnPlan(app, id, planIds.pro);
    return id;
  };

  test('[BILL-1] a switch to an equivalent plan says what it costs, and charges no second month', async () => {
    const id = await buyEarlierPro('Switching');
    const subscription = `/tenants/${id}/subscription`;
    const before = await subscriptionOf(id);
    const preview = (plan: string) => owner.cloud('GET', `${subscription}/switch-preview?skuId=${plan}`);
    const switchTo = (plan: string) => owner.cloud('PATCH', subscription, { skuId: plan });
    expect(await checkOut({ tenantId: id })).toMatchObject({
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

    await press(await portal(id), 'cancel');
    const answers = await owner.cloudAtOnce('PATCH', subscription, Array(40).fill({ skuId }));
    expect(answers[0]?.status).toBe(204);
    for (const { status } of answers) expect([204, 422]).toContain(status);
    expect((await switchTo(skuId)).body.code).toBe('checkout.plan_held_already');
    const { currentPeriodStart, currentPeriodEnd } = before;
    expect(await subscriptionOf(id)).toMatchObject({
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

  test('a canceled checkout leads back to where it began, and nowhere outside the console', async () => {
    const { body: free } = await owner.cloud('POST', '/tenants', { name: 'Returning', tag: 'production' });
    const console = app.env.ADMIN_ENDPOINT;
    const canceled = async (body: object) =>
      (await press((await checkOut(body)).body.redirectUri, 'cancel')).location;
    expect(await canceled({ tenantId: free.id })).toBe(`${console}/${free.id}/tenant-settings/subscription`);
    const form = `${console}/${free.id}/applications?create-tenant`;
    expect(await canceled({ tenantName: 'Kept', cancelCallbackUrl: form })).toBe(form);
    expect(await checkOut({ tenantId: free.id, cancelCallbackUrl: 'https://evil.example/' })).toMatchObject({
      status: 400,
      body: { code: 'checkout.callback_not_allowed' },
    });
  });

  test('a suspended tenant can be deleted with its debts, and is charged no more', async () => {
    const id = await buyTenant('Abandoned');
    await press(await portal(id), 'decline-card');
    await pass(31);
    expect((await owner.cloud('DELETE', `/tenants/${id}`)).status).toBe(422);
    await pass(15);
    expect(await tenant(id)).toMatchObject({ isSuspended: true, openInvoices: [{ amountDue: 1600 }] });
    expect((await owner.cloud('DELETE', `/tenants/${id}`)).status).toBe(204);
    expect(await tenant(id)).toBeUndefined();
  });

  test('[BILL-13] RBAC is in use with a user role, or with a second role for machines', async () => {
    const { body: created } = await owner.cloud('POST', '/tenants', { name: 'Roles' });
    const isUsed = async () =>
      (await owner.cloud('GET', `/tenants/${created.id}/subscription-usage`)).body.usage.rbacEnabled;
    const createRole = async (name: string, type: string) =>
      (await owner.manage(created.id, 'POST', '/roles', { name, description: 'x', type })).body.id;
    // The role for the management API comes with the tenant.
    expect(await isUsed()).toBe(false);
    const reader = await createRole('reader', 'User');
    expect(await isUsed()).toBe(true);
    await owner.manage(created.id, 'DELETE', `/roles/${reader}`);
    expect(await isUsed()).toBe(false);
    await createRole('robot', 'MachineToMachine');
    expect(await isUsed()).toBe(true);
  });

  test('tokens beyond the plan are charged with the next invoice', async () => {
    const id = await buyTenant('Busy');
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

  test('[BILL-2] usage is counted beside the quota of the plan', async () => {
    const { body: created } = await owner.cloud('POST', '/tenants', { name: 'Counted', tag: 'production' });
    await owner.manage(created.id, 'POST', '/applications', { name: 'Robot', type: 'MachineToMachine' });
    await owner.manage(created.id, 'POST', '/applications', { name: 'Shop', type: 'SPA' });
    const { body } = await owner.cloud('GET', `/tenants/${created.id}/subscription-usage`);
    expect(body.quota).toMatchObject({ applicationsLimit: 3, organizationsLimit: 0 });
    expect(body.usage).toMatchObject({
      applicationsLimit: 1,
      socialConnectorsLimit: 0,
      customDomainsLimit: 0,
      machineToMachineLimit: 1,
      tenantMembersLimit: 1,
      organizationsLimit: 0,
      resourcesLimit: 0,
      mfaEnabled: false,
      rbacEnabled: false,
    });
    expect(Object.values(body.resources)).toHaveLength(1);
  });

  test('[BILL-1] plans are listed with their prices, lowest first', async () => {
    const { body } = await owner.cloud('GET', '/skus?type=Basic');
    expect(body).toMatchObject([
      { id: planIds.free, unitPrice: 0 },
      { id: skuId, unitPrice: 1600 },
    ]);
  });

  test('[TEN-7] an account has a number of free tenants at most', async () => {
    const many = await createPerson(app, 'many');
    for (let index = 0; index < 10; index += 1) {
      expect((await many.cloud('POST', '/tenants', { tag: 'production' })).status).toBe(201);
    }
    expect(await many.cloud('POST', '/tenants', { tag: 'production' })).toMatchObject({
      status: 403,
      body: { code: 'subscription.free_tenants_exceeded', data: { maximum: 10 } },
    });
    expect((await many.cloud('POST', '/tenants', { tag: 'development' })).status).toBe(201);
  });

  test('[TEN-7] an account that asks for many free tenants at once gets no more than its number', async () => {
    const greedy = await createPerson(app, 'greedy');
    const answers = await greedy.cloudAtOnce('POST', '/tenants', Array(20).fill({ tag: 'production' }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 403]));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect((await greedy.cloud('GET', '/tenants')).body).toHaveLength(10);
  });

  test('400 and 422 for a callback elsewhere and a plan that is not sold', async () => {
    const elsewhere = await checkOut({ successCallbackUrl: 'https://evil.example/' });
    expect(elsewhere).toMatchObject({ status: 400, body: { code: 'checkout.callback_not_allowed' } });
    expect((await checkOut({ skuId: planIds.free })).body.code).toBe('checkout.plan_not_offered');
    const { body: development } = await owner.cloud('POST', '/tenants', { name: 'Dev', tag: 'development' });
    for (const body of [{ tenantId: development.id }, { tenantName: 'New', tenantTag: 'development' }])
      expect((await checkOut(body)).body.code).toBe('checkout.development_tenant');
    const stranger = await createPerson(app, 'passerby');
    const { body } = await owner.cloud('POST', '/tenants', { name: 'Guarded' });
    const request = { skuId, successCallbackUrl: callbackUrl(), tenantId: body.id };
    expect((await stranger.cloud('POST', '/checkout-session', request)).status).toBe(403);
  });
});
