import { planIds } from '@gatehouse/contract/plans.ts';
import { excessOf } from '@gatehouse/contract/usage.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { useGiveUpPlan } from '../../cloud/give-up-plan.tsx';
import { useT } from '../../phrases.tsx';

/** Back to the free plan, after saying what will no longer fit. */
export const useDowngrade = () => {
  const t = useT();
  const { tenant, usage, periodic } = useCurrentTenant();
  const excess = excessOf(planIds.free, { ...usage.usage, ...periodic });
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
