import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { isEnterprisePlan, quotaOfPlan } from '@gatehouse/contract/plans.ts';
import type { tenants as rows, TenantTag } from '@gatehouse/contract/tenants.ts';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { DirectHandlers } from '../../http/implement.ts';
import { audienceOf } from '../../http/services.ts';

const organizationPrefix = tenantOrganizationId('');

/** Direct: it reads the admin tenant's memberships and the table of all tenants. */
export const tenants: DirectHandlers<typeof rows> = {
  async list({ caller, tenant: admin, services }) {
    const memberships = await admin.database.read(db =>
      db.selectFrom('organizationUsers').select('organizationId').where('userId', '=', caller.id).execute(),
    );
    const ids = memberships
      .filter(({ organizationId }) => organizationId.startsWith(organizationPrefix))
      .map(({ organizationId }) => organizationId.slice(organizationPrefix.length));
    if (ids.length === 0) return [];
    const found = await services.database.system(db =>
      db.selectFrom('tenants').selectAll().where('id', 'in', ids).orderBy('createdAt').execute(),
    );
    const usage = await usageOf(services.database, ids);
    return found.map(({ planId, tag, ...tenant }) => {
      const { mauLimit, tokenLimit } = quotaOfPlan(planId);
      return {
        ...tenant,
        planId,
        tag: tag as TenantTag,
        indicator: audienceOf(services.env, tenant.id),
        subscription: {
          status: 'active',
          planId,
          ...currentMonth(),
          isEnterprisePlan: isEnterprisePlan(planId),
        },
        usage: usage(tenant.id),
        quota: { mauLimit, tokenLimit },
        openInvoices: [],
      };
    });
  },
};

/** Without a payment provider the subscription's period is the calendar month. */
const currentMonth = () => {
  const now = new Date();
  const start = (month: number) => new Date(Date.UTC(now.getUTCFullYear(), month)).toISOString();
  return { currentPeriodStart: start(now.getUTCMonth()), currentPeriodEnd: start(now.getUTCMonth() + 1) };
};

/** What each tenant has used of its quota in the current period. */
const usageOf = (database: Database, tenantIds: string[]) =>
  database.system(async db => {
    const since = currentMonth().currentPeriodStart.slice(0, 10);
    const tokens = await db
      .selectFrom('dailyTokenUsage')
      .select(['tenantId', sql<number>`sum(user_tokens + machine_tokens)::bigint`.as('count')])
      .where('tenantId', 'in', tenantIds)
      .where('date', '>=', since)
      .groupBy('tenantId')
      .execute();
    const users = await db
      .selectFrom('dailyActiveUsers')
      .select(['tenantId', sql<number>`count(distinct user_id)`.as('count')])
      .where('tenantId', 'in', tenantIds)
      .where('date', '>=', since)
      .groupBy('tenantId')
      .execute();
    const countOf = (rows: typeof tokens, id: string) =>
      rows.find(({ tenantId }) => tenantId === id)?.count ?? 0;
    return (id: string) => ({ activeUsers: countOf(users, id), tokenUsage: countOf(tokens, id) });
  });
