import { isPaidPlan, planMove, planName } from '@gatehouse/contract/plans.ts';
import { planPrice } from '@gatehouse/phrases/formats.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { Grid, Row } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useState } from 'react';
import { useCheckout } from '../../cloud/checkout.ts';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { PlanFeatures } from '../../cloud/plan-features.tsx';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../phrases.tsx';
import { useDowngrade } from './downgrade.tsx';
import { useOfferedPlans } from './offered-plans.ts';
import { useSwitchPlan } from './switch-plan.ts';

/** The plans that can be chosen, and the way from one to another. */
export const PlanChoices = () => {
  const { t, language } = useTranslation();
  const { subscription } = useCurrentTenant();
  const skus = useOfferedPlans();
  const choose = useChoosePlan();
  return (
    <Grid minWidth="360px">
      {skus?.map(({ id, unitPrice }) => {
        const move = planMove(subscription.planId, id);
        return (
          <Card
            key={id}
            title={planName(id)}
            actions={
              <>
                {move === 'none' && <Tag tone="success">{t('subscription.is_current')}</Tag>}
                {/* Plans of the same rank have the same name. */}
                {move === 'switch' && <Tag>{id}</Tag>}
              </>
            }
          >
            <Row gap={1} align="baseline">
              <Text size="large" isStrong>
                {planPrice(unitPrice ?? 0, language)}
              </Text>
              <Text tone="soft">{t('plans.per_month')}</Text>
            </Row>
            {move !== 'none' && (
              <Button
                variant={move === 'downgrade' ? 'secondary' : 'primary'}
                isFullWidth
                isLoading={choose.chosen === id}
                disabled={choose.chosen !== undefined}
                onClick={() => void choose.start(id)}
              >
                {t(`subscription.moves.${move}`, { plan: planName(id) })}
              </Button>
            )}
            <PlanFeatures planId={id} />
          </Card>
        );
      })}
    </Grid>
  );
};

/** A paying tenant switches between plans of the same rank. A checkout would charge the month again. */
const useChoosePlan = () => {
  const { tenant, subscription } = useCurrentTenant();
  const subscribe = useCheckout();
  const switchPlan = useSwitchPlan();
  const downgrade = useDowngrade();
  const [chosen, setChosen] = useState<string>();
  const begin = (skuId: string) => {
    const move = planMove(subscription.planId, skuId);
    if (!isPaidPlan(skuId)) return downgrade();
    if (move === 'switch' && subscription.billing === 'current') return switchPlan(skuId);
    const page = paths.tenantSettings('subscription');
    return subscribe({
      skuId,
      tenantId: tenant.id,
      callbackPage: page,
      cancelPage: page,
      ...(move === 'downgrade' ? { isDowngrade: true } : {}),
    });
  };
  const start = async (skuId: string) => {
    setChosen(skuId);
    await begin(skuId).catch(() => undefined);
    setChosen(undefined);
  };
  return { chosen, start };
};
