import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { isEnterprisePlan, quotaOfPlan } from '@gatehouse/contract/plans.ts';
import type { tenants as rows, TenantTag } from '@gatehouse/contract/tenants.ts';
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
        usage: { activeUsers: 0, tokenUsage: 0 },
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
