import { isPaidPlan, planName } from '@gatehouse/contract/plans.ts';
import { type Tenant, type TenantTag, tenantStatus } from '@gatehouse/contract/tenants.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT } from '../phrases.tsx';

export const EnvironmentTag = ({ tag }: { tag: TenantTag }) => {
  const t = useT();
  return <Tag tone={tag === 'production' ? 'accent' : 'neutral'}>{t(`tenants.tags.${tag}`)}</Tag>;
};

/** The status that most needs attention, if any. */
export const StatusTag = ({ tenant }: { tenant: Tenant }) => {
  const t = useT();
  const status = tenantStatus(tenant);
  if (!status) return null;
  return (
    <Tag tone={status === 'suspended' || status === 'overdue' ? 'danger' : 'warning'}>
      {t(`tenants.statuses.${status}`)}
    </Tag>
  );
};

/** Development tenants have no plan to speak of. */
export const PlanBadge = ({ tenant }: { tenant: Tenant }) => {
  if (tenant.tag === 'development') return null;
  return <Tag tone={isPaidPlan(tenant.planId) ? 'success' : 'neutral'}>{planName(tenant.planId)}</Tag>;
};
