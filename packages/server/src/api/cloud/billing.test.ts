import { planIds } from '@gatehouse/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createPayer, skuId } from './testing/payer.ts';
import { createPerson, type Person } from './testing/people.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(databaseKinds)('plans and payments on %s', kind => {
  let app: TestApp;
  let owner: Person;
  let payer: ReturnType<typeof createPayer>;
  let now = Date.now();
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' }, now: () => now });
    owner = await createPerson(app, 'payer');
    payer = createPayer(app, owner);
  });
  afterAll(() => app.close());

  const pass = async (days: number) => {
    now += days * day;
    await app.app.services.payments.runDue();
  };

  test('[BILL-4] [BILL-5] a paid tenant is made when the checkout is paid, and once only', async () => {
    const { status, body } = await payer.checkOut({ tenantName: 'Paid', tenantTag: 'production' });
    expect(status).toBe(201);
    expect(await payer.session(body.sessionId)).toEqual({ status: 'open', skuId, tenantId: null });
    const page = await call(body.redirectUri);
    expect(page.text).toContain('$16.00 per month');
    expect(await payer.press(body.redirectUri, 'pay')).toEqual({
      status: 303,
      location: payer.callbackUrl(),
    });
    const paid = await payer.session(body.sessionId);
    expect(paid).toMatchObject({ status: 'complete', skuId });
    expect(await payer.tenant(paid.tenantId)).toMatchObject({
      name: 'Paid',
      tag: 'production',
      planId: skuId,
      subscription: { planId: skuId, status: 'active' },
    });
    expect((await payer.press(body.redirectUri, 'pay')).status).toBe(410);
    const { invoices } = (await owner.cloud('GET', `/tenants/${paid.tenantId}/invoices`)).body;
    expect(invoices).toMatchObject([{ skuId, status: 'paid', amountDue: 1600 }]);
  });

  test('the pages of payment speak the language of the console, whatever that of the browser', async () => {
    const arabic = { 'accept-language': 'ar' };
    const wanted = { skuId, successCallbackUrl: payer.callbackUrl(), tenantName: 'نزل' };
    const { body } = await owner.cloud('POST', '/checkout-session', wanted, arabic);
    const spoken = async (address: string) =>
      (await call(address, { headers: { 'accept-language': 'de' } })).text;
    const declined = await payer.press(body.redirectUri, 'decline');
    for (const address of [body.redirectUri, `${app.env.ADMIN_ENDPOINT}${declined.location}`])
      expect(await spoken(address)).toContain('<html lang="ar" dir="rtl">');
    await payer.press(body.redirectUri, 'pay');
    const { tenantId } = await payer.session(body.sessionId);
    const { body: opened } = await owner.cloud(
      'POST',
      `/tenants/${tenantId}/stripe-customer-portal`,
      { callbackUrl: app.env.ADMIN_ENDPOINT },
      arabic,
    );
    expect(await spoken(opened.redirectUri)).toMatch(/<html lang="ar" dir="rtl">.*إلغاء الخطة/);
  });

  test('two payments for one checkout at the same moment make one tenant and one invoice', async () => {
    const { body } = await payer.checkOut({ tenantName: 'Doubled' });
    await Promise.all([payer.press(body.redirectUri, 'pay'), payer.press(body.redirectUri, 'pay')]);
    const all = (await owner.cloud('GET', '/tenants')).body as { id: string; name: string }[];
    const doubled = all.filter(({ name }) => name === 'Doubled');
    expect(doubled).toHaveLength(1);
    const { invoices } = (await owner.cloud('GET', `/tenants/${doubled[0]!.id}/invoices`)).body;
    expect(invoices).toHaveLength(1);
  });

  test('a declined or canceled checkout makes nothing, and a newer one closes it', async () => {
    const first = (await payer.checkOut({ tenantName: 'Undecided' })).body;
    expect((await payer.press(first.redirectUri, 'decline')).location).toContain('&declined');
    expect((await payer.press(first.redirectUri, 'cancel')).location).toBe(`${app.env.ADMIN_ENDPOINT}/`);
    expect((await payer.session(first.sessionId)).status).toBe('open');
    const second = (await payer.checkOut({ tenantName: 'Undecided' })).body;
    expect((await payer.press(first.redirectUri, 'pay')).status).toBe(410);
    expect((await payer.session(first.sessionId)).status).toBe('expired');
    expect((await payer.session(second.sessionId)).status).toBe('open');
    now += day + 1;
    // Returning after a day charges nothing, and leads to the console.
    expect((await payer.press(second.redirectUri, 'pay')).status).toBe(410);
    const late = await call(second.redirectUri);
    expect(late.status).toBe(410);
    expect(late.text).toContain('You were not charged.');
    expect(late.text).toContain(`href="${app.env.ADMIN_ENDPOINT}"`);
    await pass(0);
    expect((await payer.session(second.sessionId)).status).toBe('expired');
    const { body: all } = await owner.cloud('GET', '/tenants');
    expect(all.filter(({ name }: { name: string }) => name === 'Undecided')).toEqual([]);
  });

  test('what one administrator has paid for, no other can pay again; a checkout ends with its tenant', async () => {
    const shared = await payer.buyTenant('Shared');
    const second = await createPerson(app, 'second');
    const [invitation] = (
      await owner.member(shared, 'POST', '/invitations', { invitee: [second.email], roleName: 'admin' })
    ).body;
    await second.cloud('PATCH', `/invitations/${invitation.id}/status`, { status: 'Accepted' });
    await owner.cloud('DELETE', `/tenants/${shared}/subscription`);
    const wanted = { skuId, successCallbackUrl: payer.callbackUrl(), tenantId: shared };
    const other = (await second.cloud('POST', '/checkout-session', wanted)).body.redirectUri;
    const own = (await payer.checkOut({ tenantId: shared })).body.redirectUri;
    expect((await call(other)).text).toContain('<bdi>Shared</bdi>');
    expect((await payer.press(own, 'pay')).status).toBe(303);
    expect((await payer.press(other, 'pay')).status).toBe(410);
    expect((await owner.cloud('GET', `/tenants/${shared}/invoices`)).body.invoices).toHaveLength(2);

    const { body: gone } = await owner.cloud('POST', '/tenants', { name: 'Gone', tag: 'production' });
    const { redirectUri } = (await payer.checkOut({ tenantId: gone.id })).body;
    expect((await owner.cloud('DELETE', `/tenants/${gone.id}`)).status).toBe(204);
    expect((await payer.press(redirectUri, 'pay')).status).toBe(410);
  });

  test('a canceled checkout leads back to where it began, and nowhere outside the console', async () => {
    const { body: free } = await owner.cloud('POST', '/tenants', { name: 'Returning', tag: 'production' });
    const console = app.env.ADMIN_ENDPOINT;
    const canceled = async (body: object) =>
      (await payer.press((await payer.checkOut(body)).body.redirectUri, 'cancel')).location;
    expect(await canceled({ tenantId: free.id })).toBe(`${console}/${free.id}/tenant-settings/subscription`);
    const form = `${console}/${free.id}/applications?create-tenant`;
    expect(await canceled({ tenantName: 'Kept', cancelCallbackUrl: form })).toBe(form);
    expect(
      await payer.checkOut({ tenantId: free.id, cancelCallbackUrl: 'https://evil.example/' }),
    ).toMatchObject({
      status: 400,
      body: { code: 'checkout.callback_not_allowed' },
    });
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

  test('400 and 422 for a callback to another origin and a plan that is not sold', async () => {
    const elsewhere = await payer.checkOut({ successCallbackUrl: 'https://evil.example/' });
    expect(elsewhere).toMatchObject({ status: 400, body: { code: 'checkout.callback_not_allowed' } });
    expect((await payer.checkOut({ skuId: planIds.free })).body.code).toBe('checkout.plan_not_offered');
    const development = await payer.checkOut({ tenantName: 'New', tenantTag: 'development' });
    expect(development.body.code).toBe('checkout.development_tenant');
    const stranger = await createPerson(app, 'passerby');
    const { body } = await owner.cloud('POST', '/tenants', { name: 'Guarded' });
    const request = { skuId, successCallbackUrl: payer.callbackUrl(), tenantId: body.id };
    expect((await stranger.cloud('POST', '/checkout-session', request)).status).toBe(403);
  });
});
