import { planIds } from '@gatehouse/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person, putOnPlan } from '../api/cloud/testing/people.ts';
import { startStripe } from '../billing/testing/stripe-stand-in.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const webhookSecret = 'whsec_test';
const skuId = planIds.pro202411;
const start = 1_800_000_000;
const end = start + 30 * 24 * 3600;

describe.each(anyDatabase)('payments that meet or come late, on %s', kind => {
  let app: TestApp;
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let owner: Person;
  beforeAll(async () => {
    stripe = await startStripe(webhookSecret);
    app = await startTestApp(kind, {
      variables: {
        GATEHOUSE_EDITION: 'cloud',
        STRIPE_SECRET_KEY: 'sk_test',
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_PRICE_ID: 'price_pro',
        STRIPE_API_URL: stripe.url,
      },
    });
    owner = await createPerson(app, 'owner');
  });
  afterAll(async () => {
    await app.close();
    await stripe.close();
  });

  const tell = async (type: string, object: object) => {
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
    const response = await fetch(`${app.env.ADMIN_ENDPOINT}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': await stripe.sign(body) },
      body,
    });
    return response.status;
  };
  const begin = async (payer: Person, wanted: object): Promise<string> => {
    const { body } = await payer.cloud('POST', '/checkout-session', {
      skuId,
      successCallbackUrl: app.env.ADMIN_ENDPOINT,
      ...wanted,
    });
    return body.sessionId;
  };
  /** Stripe has the money, and says so. */
  const pay = async (sessionId: string, id: string, status = 'active') => {
    stripe.put({
      id,
      status,
      cancel_at_period_end: false,
      items: { data: [{ id: 'si_1', current_period_start: start, current_period_end: end }] },
    });
    stripe.put({
      id: `in_${id}`,
      status: 'paid',
      amount_due: 1600,
      created: start,
      period_start: start,
      period_end: end,
      parent: { subscription_details: { subscription: id } },
      lines: { data: [{ period: { start, end } }] },
    });
    const paid = { id: sessionId, subscription: id, customer: 'cus_1', invoice: `in_${id}` };
    return tell('checkout.session.completed', paid);
  };
  const createFree = async (name: string): Promise<string> =>
    (await owner.cloud('POST', '/tenants', { name, tag: 'production' })).body.id;
  const planOf = async (id: string) =>
    (await owner.cloud('GET', '/tenants')).body.find((tenant: { id: string }) => tenant.id === id)?.planId;
  const deleteFree = (id: string) => owner.cloud('DELETE', `/tenants/${id}`);

  test('two payments for one tenant in the same moment leave one subscription, the other is given back', async () => {
    const second = await createPerson(app, 'second');
    for (const round of [1, 2, 3]) {
      const tenantId = await createFree(`Doubled ${round}`);
      // A plan with room for a second administrator, which is not paid for.
      await putOnPlan(app, tenantId, planIds.pro);
      await owner
        .member(tenantId, 'POST', '/invitations', { invitee: [second.email], roleName: 'admin' })
        .then(({ body }) =>
          second.cloud('PATCH', `/invitations/${body[0]?.id}/status`, { status: 'Accepted' }),
        );
      const sessions = [await begin(owner, { tenantId }), await begin(second, { tenantId })];
      const ids = [`sub_${round}_one`, `sub_${round}_other`];
      const answers = await Promise.all(sessions.map((session, index) => pay(session, ids[index]!)));
      expect(answers).toEqual([204, 204]);
      const ended = stripe.ended().filter(id => ids.includes(id ?? ''));
      expect(ended).toHaveLength(1);
      expect(stripe.refunds()).toContain(`pi_in_${ended[0]}`);
      const kept = ids.find(id => id !== ended[0]);
      expect(stripe.refunds()).not.toContain(`pi_in_${kept}`);
      await tell('customer.subscription.deleted', { id: ended[0] });
      expect(await planOf(tenantId)).toBe(skuId);
      const { body } = await owner.cloud('GET', `/tenants/${tenantId}/invoices`);
      expect(body.invoices).toMatchObject([{ id: `in_${kept}`, status: 'paid' }]);
    }
  });

  test('of checkouts that one user begins at once, one can be paid', async () => {
    const tenantId = await createFree('Eager');
    const wanted = { skuId, successCallbackUrl: app.env.ADMIN_ENDPOINT, tenantId };
    const begun = await owner.cloudAtOnce(
      'POST',
      '/checkout-session',
      Array.from({ length: 20 }, () => wanted),
    );
    expect(begun.map(({ status }) => status)).toEqual(begun.map(() => 201));
    const closed = stripe.calls.flatMap(({ path }) => /sessions\/(.*)\/expire$/.exec(path)?.[1] ?? []);
    const open = begun.filter(({ body }) => !closed.includes(body.sessionId));
    expect(open).toHaveLength(1);
    const { body } = await owner.cloud('GET', `/checkout-session/${open[0]!.body.sessionId}`);
    expect(body.status).toBe('open');
    await deleteFree(tenantId);
  });

  test('a payment for a tenant that is gone is given back, and told once', async () => {
    const tenantId = await createFree('Gone');
    const session = await begin(owner, { tenantId });
    expect((await deleteFree(tenantId)).status).toBe(204);
    expect(await pay(session, 'sub_gone')).toBe(204);
    expect(stripe.ended()).toContain('sub_gone');
    expect(stripe.refunds()).toContain('pi_in_sub_gone');
    expect(await planOf(tenantId)).toBeUndefined();
  });

  test('a tenant that is deleted while it is paid for is not charged', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const id = `sub_deleted_${round}`;
      const tenantId = await createFree(`Deleted ${round}`);
      const session = await begin(owner, { tenantId });
      const [deleted] = await Promise.all([deleteFree(tenantId), pay(session, id)]);
      if (deleted.status === 204) expect(stripe.ended()).toContain(id);
      // Paid first: then it cannot be deleted before the plan is given up.
      else expect(await planOf(tenantId)).toBe(skuId);
    }
  });

  test('a payment of an account that is gone makes no tenant', async () => {
    const leaver = await createPerson(app, 'leaver');
    const session = await begin(leaver, { tenantName: 'Nobody’s' });
    expect((await leaver.cloud('DELETE', '/me')).status).toBe(204);
    expect(await pay(session, 'sub_left')).toBe(204);
    expect(stripe.refunds()).toContain('pi_in_sub_left');
    const made = await app.database.system(db =>
      db.selectFrom('tenants').select('id').where('name', '=', 'Nobody’s').execute(),
    );
    expect(made).toEqual([]);
  });

  test('a plan that was canceled before its checkout was told is not held', async () => {
    const tenantId = await createFree('Hasty');
    const session = await begin(owner, { tenantId });
    await tell('customer.subscription.deleted', { id: 'sub_hasty' });
    expect(await pay(session, 'sub_hasty', 'canceled')).toBe(204);
    expect(await planOf(tenantId)).toBe(planIds.free);
  });
});
