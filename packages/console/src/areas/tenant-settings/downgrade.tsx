import { planIds, planName, quotaOfPlan } from '@gatehouse/contract/plans.ts';
import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../../api.ts';
import { useCurrentTenant } from '../../cloud/tenant-gate.tsx';
import { useT } from '../../phrases.tsx';
import { tenantList } from '../../session/cloud-tenants.tsx';

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
  const confirm = useConfirm();
  const toast = useToast();
  const { tenant } = useCurrentTenant();
  const { mutateAsync: cancel } = useWrite(subscriptions.cancel, { door: 'cloud' });
  const excess = useExcess();
  return async () => {
    const plan = planName(planIds.free);
    const [isConfirmed] = await confirm({
      title: t('subscription.downgrade_title', { plan }),
      body: (
        <Stack gap={3}>
          <Text>{t('subscription.downgrade_text')}</Text>
          {excess.length > 0 && (
            <>
              <Text>{t('subscription.downgrade_excess')}</Text>
              <BulletList items={excess.map(key => ({ key, content: t(`subscription.features.${key}`) }))} />
            </>
          )}
        </Stack>
      ),
      confirmLabel: t('subscription.moves.downgrade', { plan }),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await cancel({ params: { tenantId: tenant.id } });
    tenantList.patch(tenant.id, { planId: planIds.free });
    toast.success(t('checkout.downgraded'));
  };
};
