import { planName } from '@gatehouse/contract/plans.ts';
import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { paths } from '../../paths.ts';
import { type Key, useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { useCurrentTenant } from '../tenant-gate.tsx';
import { useUpsell } from './use-upsell.ts';

export type PlanLimitProps = {
  feature: QuotaKey;
  /** What the tenant's usage does not count by itself. */
  used?: number;
  /** On a screen of settings, where what is on already may be turned off. */
  isHint?: boolean;
};

export const PlanLimit = ({ feature, used, isHint }: PlanLimitProps) => {
  const t = useT();
  const { subscription, usage, may } = useCurrentTenant();
  const { hasRoom } = useAbilities();
  const limit = usage.quota[feature];
  const announced = useUpsell();
  if (hasRoom(feature, used) || (isHint && announced?.feature === feature)) return null;
  const values = {
    feature: t(`subscription.features.${feature}` as Key),
    plan: planName(subscription.planId),
  };
  const full = limit
    ? t('notices.upsell.full', { ...values, count: Number(limit) })
    : t('notices.upsell.missing', values);
  const title = isHint ? t('permission.needs_plan', values) : full;
  return (
    <Callout
      tone={isHint ? 'info' : 'warning'}
      title={title}
      action={
        may('manage:tenant') && (
          <Button size="small" href={paths.tenantSettings('subscription')}>
            {t('subscription.compare')}
          </Button>
        )
      }
    >
      {!may('manage:tenant') && t('permission.ask_for_plan')}
    </Callout>
  );
};
