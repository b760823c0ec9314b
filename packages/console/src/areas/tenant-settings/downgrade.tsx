import { planIds, quotaOfPlan } from '@gatehouse/contract/plans.ts';
import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useGiveUpPlan } from '../../cloud/give-up-plan.tsx';
import { useCurrentTenant } from '../../cloud/tenant-gate.tsx';
import { useT } from '../../phrases.tsx';

/** What is used now and would not fit into the free plan. */
const useExcess = (): QuotaKey[] => {
  const { usage, periodic } = useCurrentTenant();
  const free = quotaOfPlan(planIds.free);
  const used: Partial<Record<string, number | boolean>> = { ...usage.usage, ...periodic };
  return (Object.keys(free) as QuotaKey[]).filter(key => {
    const [limit, count] = [free[key], used[key]];
    if (typeof limit === 'number' && typeof count === 'number') return count > limit;
    return limit === false && count === true;
  });
};

/** Back to the free plan, after saying what will no longer fit. */
export const useDowngrade = () => {
  const t = useT();
  const { tenant } = useCurrentTenant();
  const excess = useExcess();
  const { start } = useGiveUpPlan(
    tenant.id,
    excess.length > 0 && (
      <>
        <Text>{t('subscription.downgrade_excess')}</Text>
        <BulletList items={excess.map(key => ({ key, content: t(`subscription.features.${key}`) }))} />
      </>
    ),
  );
  return start;
};
