import { isEnterprisePlan, quotaOfPlan } from '@gatehouse/contract/plans.ts';
import type { Tenant, TenantTag } from '@gatehouse/contract/tenants.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { usageOfTenants } from './tenant-usage.ts';

type Dependencies = { database: Database; now(): number; audienceOf(tenantId: string): string };

/** Tenants as their members see them, oldest first. */
export const viewTenants = async (
  { database, now, audienceOf }: Dependencies,
  ids: readonly string[],
): Promise<Tenant[]> => {
  if (ids.length === 0) return [];
  const { tenants, subscriptions, invoices } = await database.system(async db => ({
    tenants: await db.selectFrom('tenants').selectAll().where('id', 'in', ids).orderBy('createdAt').execute(),
    subscriptions: await db.selectFrom('subscriptions').selectAll().where('tenantId', 'in', ids).execute(),
    invoices: await db
      .selectFrom('invoices')
      .select(['tenantId', 'amountDue'])
      .where('tenantId', 'in', ids)
      .where('status', '=', 'open')
      .execute(),
  }));
  return Promise.all(
    tenants.map(async ({ planId, tag, ...tenant }) => {
      const paid = subscriptions.find(({ tenantId }) => tenantId === tenant.id);
      const subscription = viewSubscription(planId, paid, now());
      const usage = await usageOfTenants(database, [tenant.id], Date.parse(subscription.currentPeriodStart));
      const { mauLimit, tokenLimit } = quotaOfPlan(planId);
      return {
        ...tenant,
        planId,
        tag: tag as TenantTag,
        indicator: audienceOf(tenant.id),
        subscription,
        usage: usage(tenant.id),
        quota: { mauLimit, tokenLimit },
        openInvoices: invoices
          .filter(({ tenantId }) => tenantId === tenant.id)
          .map(({ amountDue }) => ({ amountDue })),
      };
    }),
  );
};

type Paid = Selectable<Tables['subscriptions']>;

/** The tenant's current or past subscription. Runs within the tenant's own transaction. */
export const findPaid = (db: Kysely<Tables>): Promise<Paid | undefined> =>
  db.selectFrom('subscriptions').selectAll().executeTakeFirst();

/** One that is over stays on record, for what is still to be paid. */
export const isCurrent = (paid: Paid | undefined): paid is Paid =>
  paid !== undefined && paid.status !== 'canceled';

/** Tenants that pay nothing have an active subscription all the same, by the calendar month. */
export const viewSubscription = (
  planId: string,
  paid: Paid | undefined,
  now: number,
): Tenant['subscription'] => {
  const isPaying = isCurrent(paid);
  const [start, end] = isPaying ? [paid.periodStart, paid.periodEnd] : monthOf(now);
  return {
    status: isPaying ? paid.status : 'active',
    planId,
    currentPeriodStart: new Date(start).toISOString(),
    currentPeriodEnd: new Date(end).toISOString(),
    isEnterprisePlan: isEnterprisePlan(planId),
  };
};

const monthOf = (now: number) => {
  const date = new Date(now);
  const start = (month: number) => Date.UTC(date.getUTCFullYear(), month);
  return [start(date.getUTCMonth()), start(date.getUTCMonth() + 1)] as const;
};
