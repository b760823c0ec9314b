import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { planIds } from '@gatehouse/contract/plans.ts';
import type { RegionName } from '@gatehouse/contract/regions.ts';
import type { TenantTag } from '@gatehouse/contract/tenants.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Database, Origin } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/origins.ts';
import { createTenantFor, tellTenantChanged } from '../domain/tenant-lifecycle.ts';
import { moveToProduction } from '../domain/tenant-production.ts';
import { nameOfUser } from '../domain/users.ts';
import { RequestError } from '../request-error.ts';
import type { PaymentEvent, PaymentGateway, Period, PlanSwitch } from './gateway.ts';

type Dependencies = {
  database: Database;
  vault: Vault;
  audienceOf(tenantId: string): string;
  now(): number;
} & Pick<PaymentGateway, 'cancelSubscription' | 'closeCheckout' | 'returnPayment'>;

type Told<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { type: Type }>;

const origin = systemOrigin('billing');

/** Brings what a gateway tells into the database. Each event can come twice, late or out of order. */
export const receivePayment = async (dependencies: Dependencies, event: PaymentEvent): Promise<void> => {
  switch (event.type) {
    case 'checkout-completed':
      return completeCheckout(dependencies, event);
    case 'checkout-expired':
      return closeCheckout(dependencies, event.sessionId, 'expired');
    case 'subscription-changed':
      return changeSubscription(dependencies, event);
    case 'subscription-ended':
      return endSubscription(dependencies, event.subscriptionId);
    case 'invoice-changed':
      return storeInvoice(dependencies, event);
  }
};

/** The tenant is made under an id that was set aside when the checkout began: a second completion finds it there. */
const completeCheckout = async (dependencies: Dependencies, event: Told<'checkout-completed'>) => {
  const session = await dependencies.database
    .tenant(adminTenantId)
    .read(db =>
      db.selectFrom('checkoutSessions').selectAll().where('id', '=', event.sessionId).executeTakeFirst(),
    );
  if (!session || session.status === 'complete') return;
  const { payingTenantId: tenantId, skuId: planId, newTenant, userId } = session;
  const { type: _, sessionId, ...bought } = event;
  const outcome = await deliver(dependencies, newTenant, { userId, tenantId, planId, ...bought });
  // This payment has no effect: the account or the tenant is gone, or another payment came first.
  if (outcome !== 'delivered') await dependencies.returnPayment(event.subscriptionId);
  await closeCheckout(dependencies, sessionId, outcome === 'gone' ? 'expired' : 'complete');
  if (outcome !== 'gone') await closeOpenCheckouts(dependencies, tenantId);
};

type Bought = Period & {
  userId: string;
  tenantId: string;
  planId: string;
  customerId: string;
  subscriptionId: string;
};
type NewTenant = Selectable<Tables['checkoutSessions']>['newTenant'];

const deliver = async (dependencies: Dependencies, newTenant: NewTenant, bought: Bought) => {
  const { userId, tenantId, planId } = bought;
  if (!newTenant) return hold(dependencies, bought);
  const payer = await dependencies.database
    .tenant(adminTenantId)
    .read(db => db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst());
  if (!payer) return 'gone';
  const regionName = newTenant.regionName as RegionName;
  const wish = { id: tenantId, name: newTenant.name, regionName, tag: newTenant.tag as TenantTag };
  await createTenantFor(userId, wish, planId, origin, dependencies);
  return hold(dependencies, bought);
};

/**
 * Puts the tenant on the plan that was paid for. Concurrent payments are handled one after the other: the second finds
 * that the tenant has the plan. If the plan is another one, the previous subscription ends first, so that only the new
 * one is charged.
 */
const hold = async (
  dependencies: Dependencies,
  bought: Bought,
  endedId?: string,
): Promise<'delivered' | 'held' | 'gone'> => {
  const { tenantId, userId, ...paid } = bought;
  const payer = await originOf(dependencies.database, userId);
  const outcome = await dependencies.database
    .tenant(tenantId)
    .write(payer, async tx => {
      const { db } = tx;
      const tenant = await db
        .selectFrom('tenants')
        .select('id')
        .where('id', '=', tenantId)
        .forUpdate()
        .executeTakeFirst();
      if (!tenant) throw new RequestError('tenant.not_found');
      const former = await db
        .selectFrom('subscriptions')
        .select(['subscriptionId', 'planId'])
        .where('tenantId', '=', tenantId)
        .where('subscriptionId', '!=', paid.subscriptionId)
        .where('status', '!=', 'canceled')
        .executeTakeFirst();
      if (former?.planId === paid.planId) return 'held';
      if (former && former.subscriptionId !== endedId) return { former };
      const subscription = { ...paid, status: 'active', isCancelled: false, pastDueSince: null } as const;
      await db
        .insertInto('subscriptions')
        .values({ tenantId, ...subscription })
        .onConflict(conflict => conflict.column('tenantId').doUpdateSet(subscription))
        .execute();
      const isMoved = await moveToProduction(tx, { tenantId, planId: paid.planId });
      if (!isMoved) await setPlan(tx.db, tenantId, paid.planId);
      return 'delivered';
    })
    .catch(ifGone);
  if (typeof outcome === 'string') return outcome;
  await dependencies.cancelSubscription(outcome.former.subscriptionId);
  return hold(dependencies, bought, outcome.former.subscriptionId);
};

const ifGone = (error: unknown) => {
  if (error instanceof RequestError && error.code === 'tenant.not_found') return 'gone' as const;
  throw error;
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

/**
 * Closes other open checkouts once one administrator has paid or the tenant is gone, so that nothing is paid twice.
 */
export const closeOpenCheckouts = async (
  dependencies: Pick<Dependencies, 'database' | 'closeCheckout'>,
  tenantId: string,
) => {
  const open = await dependencies.database
    .tenant(adminTenantId)
    .read(db =>
      db
        .selectFrom('checkoutSessions')
        .select('id')
        .where('payingTenantId', '=', tenantId)
        .where('status', '=', 'open')
        .execute(),
    );
  for (const { id } of open) await giveUpCheckout(dependencies, id);
};

/** Here and at the gateway. */
export const giveUpCheckout = async (
  dependencies: Pick<Dependencies, 'database' | 'closeCheckout'>,
  sessionId: string,
) => {
  await dependencies.closeCheckout(sessionId);
  await closeCheckout(dependencies, sessionId, 'expired');
};

/** A payment counts even if the checkout had already expired. */
const closeCheckout = (
  { database }: Pick<Dependencies, 'database'>,
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

/** An unpaid invoice makes the tenant overdue immediately. Paying it ends that, and a suspension, immediately. */
const changeSubscription = async ({ database, now }: Dependencies, event: Told<'subscription-changed'>) => {
  const { type: _, subscriptionId, status, ...fields } = event;
  const isPastDue = status === 'past_due' || status === 'unpaid';
  await database.system(async db => {
    const known = await db
      .selectFrom('subscriptions')
      .select(['tenantId', 'status', 'pastDueSince'])
      .where('subscriptionId', '=', subscriptionId)
      .forUpdate()
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
export const endSubscription = ({ database }: Pick<Dependencies, 'database'>, subscriptionId: string) =>
  database.system(async db => {
    const ended = await db
      .updateTable('subscriptions')
      .set({ status: 'canceled', isCancelled: false, pastDueSince: null })
      .where('subscriptionId', '=', subscriptionId)
      .returning('tenantId')
      .executeTakeFirst();
    if (ended) await setPlan(db, ended.tenantId, planIds.free);
  });

/** The period that is paid for stays as it is, and a plan that was to end continues. */
export const switchPlan = (
  { database }: Pick<Dependencies, 'database'>,
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

const storeInvoice = ({ database }: Dependencies, { subscriptionId, invoice }: Told<'invoice-changed'>) =>
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
