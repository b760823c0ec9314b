import { planName } from '@gatehouse/contract/plans.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { paths } from '../../paths.ts';
import { type Key, useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import type { PlanLimitProps } from '../../templates/plan-limit-props.ts';
import { useCurrentTenant } from '../current-tenant.ts';
import { useUpsell } from './use-upsell.ts';

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
  const title = isHint ? t('plans.needs_plan', values) : full;
  return (
    <Callout
      tone={isHint ? 'info' : 'warning'}
      title={title}
      action={
        may('manage:billing') && (
          <Button size="small" href={paths.tenantSettings('subscription')}>
            {t('subscription.compare')}
          </Button>
        )
      }
    >
      {!may('manage:billing') && t('plans.ask_for_plan')}
    </Callout>
  );
};
