import { planName } from '@gatehouse/contract/plans.ts';
import { isWithinQuota, type QuotaKey } from '@gatehouse/contract/quota.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { paths } from '../../paths.ts';
import { type Key, useT } from '../../phrases.tsx';
import { useCurrentTenant } from '../tenant-gate.tsx';

export const PlanLimit = ({ feature, used }: { feature: QuotaKey; used: number }) => {
  const t = useT();
  const { subscription, usage, may } = useCurrentTenant();
  const limit = usage.quota[feature];
  if (isWithinQuota({ limit, usage: used, isCloud: true, isStrict: true })) return null;
  const values = {
    feature: t(`subscription.features.${feature}` as Key),
    plan: planName(subscription.planId),
  };
  return (
    <Callout
      tone="warning"
      title={
        limit
          ? t('notices.upsell.full', { ...values, count: Number(limit) })
          : t('notices.upsell.missing', values)
      }
      action={
        may('manage:tenant') && (
          <Button size="small" href={paths.tenantSettings('subscription')}>
            {t('subscription.compare')}
          </Button>
        )
      }
    />
  );
};
