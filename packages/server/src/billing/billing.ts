import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { planIds } from '@gatehouse/contract/plans.ts';
import type { RegionName } from '@gatehouse/contract/regions.ts';
import type { TenantTag } from '@gatehouse/contract/tenants.ts';
import type { Kysely } from 'kysely';
import type { Database, Origin } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/origins.ts';
import { createTenantFor, tellTenantChanged } from '../domain/tenant-lifecycle.ts';
import { moveToProduction } from '../domain/tenant-production.ts';
import { nameOfUser } from '../domain/users.ts';
import type { PaymentEvent, PaymentGateway, PlanSwitch } from './gateway.ts';

type Means = {
  database: Database;
  vault: Vault;
  audienceOf(tenantId: string): string;
  now(): number;
} & Pick<PaymentGateway, 'cancelSubscription' | 'closeCheckout'>;

type Told<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { type: Type }>;

const origin = systemOrigin('billing');

/** Brings what a gateway tells into the database. Each event can come twice, late or out of order. */
export const receivePayment = async (means: Means, event: PaymentEvent): Promise<void> => {
  switch (event.type) {
    case 'checkout-completed':
      return completeCheckout(means, event);
    case 'checkout-expired':
      return closeCheckout(means, event.sessionId, 'expired');
    case 'subscription-changed':
      return changeSubscription(means, event);
    case 'subscription-ended':
      return endSubscription(means, event.subscriptionId);
    case 'invoice-changed':
      return storeInvoice(means, event);
  }
};

/** The tenant is made under an id that was set aside when the checkout began: a second completion finds it there. */
const completeCheckout = async (means: Means, event: Told<'checkout-completed'>) => {
  const { database } = means;
  const session = await database
    .tenant(adminTenantId)
    .read(db =>
      db.selectFrom('checkoutSessions').selectAll().where('id', '=', event.sessionId).executeTakeFirst(),
    );
  if (!session || session.status === 'complete') return;
  const { payingTenantId: tenantId, newTenant, skuId: planId, userId } = session;
  if (newTenant) {
    const wish = {
      ...newTenant,
      regionName: newTenant.regionName as RegionName,
      tag: newTenant.tag as TenantTag,
    };
    await createTenantFor(userId, { ...wish, id: tenantId }, planId, origin, means);
  }
  const { customerId, subscriptionId, periodStart, periodEnd } = event;
  await cancelFormer(means, tenantId, subscriptionId);
  const paid = {
    planId,
    customerId,
    subscriptionId,
    periodStart,
    periodEnd,
    status: 'active',
    isCancelled: false,
    pastDueSince: null,
  } as const;
  const payer = await originOf(database, userId);
  await database.tenant(tenantId).write(payer, async tx => {
    await tx.db
      .insertInto('subscriptions')
      .values({ tenantId, ...paid })
      .onConflict(conflict => conflict.column('tenantId').doUpdateSet(paid))
      .execute();
    const isMoved = await moveToProduction(tx, { tenantId, planId });
    if (!isMoved) await setPlan(tx.db, tenantId, planId);
  });
  await closeCheckout(means, event.sessionId, 'complete');
  await closeOpenCheckouts(means, tenantId);
};

/** In the history of the tenant stands who paid, though the gateway says so. */
const originOf = async (database: Database, userId: string): Promise<Origin> => {
  const user = await database
    .tenant(adminTenantId)
    .read(db =>
      db
        .selectFrom('users')
        .select(['name', 'username', 'primaryEmail', 'primaryPhone'])
        .where('id', '=', userId)
        .executeTakeFirst(),
    );
  const name = user && nameOfUser(user);
  return { ...origin, actor: { kind: 'user', id: userId, ...(name ? { name } : {}) } };
};

/** What was paid for by one administrator, or is gone, can no longer be paid for by another. */
export const closeOpenCheckouts = async (
  means: Pick<Means, 'database' | 'closeCheckout'>,
  tenantId: string,
) => {
  const open = await means.database
    .tenant(adminTenantId)
    .read(db =>
      db
        .selectFrom('checkoutSessions')
        .select('id')
        .where('payingTenantId', '=', tenantId)
        .where('status', '=', 'open')
        .execute(),
    );
  for (const { id } of open) await giveUpCheckout(means, id);
};

/** Here and at the gateway. */
export const giveUpCheckout = async (means: Pick<Means, 'database' | 'closeCheckout'>, sessionId: string) => {
  await means.closeCheckout(sessionId);
  await closeCheckout(means, sessionId, 'expired');
};

/** Who changes to another plan pays for that one only. */
const cancelFormer = async ({ database, cancelSubscription }: Means, tenantId: string, newId: string) => {
  const former = await database.system(db =>
    db
      .selectFrom('subscriptions')
      .select('subscriptionId')
      .where('tenantId', '=', tenantId)
      .where('subscriptionId', '!=', newId)
      .where('status', '!=', 'canceled')
      .executeTakeFirst(),
  );
  if (former) await cancelSubscription(former.subscriptionId);
};

/** What was paid for counts, also when it had been given up. */
const closeCheckout = (
  { database }: Pick<Means, 'database'>,
  sessionId: string,
  status: 'complete' | 'expired',
) =>
  database.tenant(adminTenantId).write(origin, async ({ db }) => {
    await db
      .updateTable('checkoutSessions')
      .set({ status })
      .where('id', '=', sessionId)
      .where('status', 'in', status === 'complete' ? ['open', 'expired'] : ['open'])
      .execute();
  });

/** Who does not pay is overdue from the first moment; who pays is free of it, and of a suspension, at once. */
const changeSubscription = async ({ database, now }: Means, event: Told<'subscription-changed'>) => {
  const { type: _, subscriptionId, status, ...fields } = event;
  const isPastDue = status === 'past_due' || status === 'unpaid';
  await database.system(async db => {
    const known = await db
      .selectFrom('subscriptions')
      .select(['tenantId', 'status', 'pastDueSince'])
      .where('subscriptionId', '=', subscriptionId)
      .executeTakeFirst();
    if (!known || known.status === 'canceled') return;
    await db
      .updateTable('subscriptions')
      .set({ ...fields, status, pastDueSince: isPastDue ? (known.pastDueSince ?? now()) : null })
      .where('tenantId', '=', known.tenantId)
      .execute();
    if (event.planId) await setPlan(db, known.tenantId, event.planId);
    if (!isPastDue) await setSuspended(db, known.tenantId, false);
  });
};

/** Back to the free plan. The subscription stays on record: what is still to be paid stays to be paid. */
export const endSubscription = ({ database }: Pick<Means, 'database'>, subscriptionId: string) =>
  database.system(async db => {
    const ended = await db
      .updateTable('subscriptions')
      .set({ status: 'canceled', isCancelled: false, pastDueSince: null })
      .where('subscriptionId', '=', subscriptionId)
      .returning('tenantId')
      .executeTakeFirst();
    if (ended) await setPlan(db, ended.tenantId, planIds.free);
  });

/** The period that is paid for stays as it is, and a plan that was to end goes on. */
export const switchPlan = (
  { database }: Pick<Means, 'database'>,
  { subscriptionId, skuId: planId }: PlanSwitch,
) =>
  database.system(async db => {
    const switched = await db
      .updateTable('subscriptions')
      .set({ planId, isCancelled: false })
      .where('subscriptionId', '=', subscriptionId)
      .where('status', '!=', 'canceled')
      .returning('tenantId')
      .executeTakeFirst();
    if (switched) await setPlan(db, switched.tenantId, planId);
  });

const storeInvoice = ({ database }: Means, { subscriptionId, invoice }: Told<'invoice-changed'>) =>
  database.system(async db => {
    const payer = await db
      .selectFrom('subscriptions')
      .select(['tenantId', 'planId as skuId'])
      .where('subscriptionId', '=', subscriptionId)
      .executeTakeFirst();
    if (!payer) return;
    await db
      .insertInto('invoices')
      .values({ ...payer, ...invoice })
      .onConflict(conflict =>
        conflict.columns(['tenantId', 'id']).doUpdateSet({
          status: invoice.status,
          amountDue: invoice.amountDue,
          hostedUrl: invoice.hostedUrl,
        }),
      )
      .execute();
    const open = await db
      .selectFrom('invoices')
      .select('id')
      .where('tenantId', '=', payer.tenantId)
      .where('status', '=', 'open')
      .executeTakeFirst();
    // Also who has given the plan up since.
    if (invoice.status === 'paid' && !open) await setSuspended(db, payer.tenantId, false);
  });

const setPlan = async (db: Kysely<Tables>, tenantId: string, planId: string) => {
  await db.updateTable('tenants').set({ planId }).where('id', '=', tenantId).execute();
  await tellTenantChanged(db, tenantId);
};

export const setSuspended = async (db: Kysely<Tables>, tenantId: string, isSuspended: boolean) => {
  const { numUpdatedRows } = await db
    .updateTable('tenants')
    .set({ isSuspended })
    .where('id', '=', tenantId)
    .where('isSuspended', '!=', isSuspended)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await tellTenantChanged(db, tenantId);
};
