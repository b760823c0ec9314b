import {
  isPaidPlan,
  planIds,
  planMove,
  planName,
  quotaOfPlan,
  ticketSupportHours,
} from '@gatehouse/contract/plans.ts';
import { type QuotaKey, quota } from '@gatehouse/contract/quota.ts';
import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { groupedNumber, planPrice } from '@gatehouse/phrases/formats.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { useCheckout } from '../../cloud/checkout.ts';
import { PlanFeatures } from '../../cloud/plan-features.tsx';
import { useCurrentTenant } from '../../cloud/tenant-gate.tsx';
import { paths } from '../../paths.ts';
import { useSpeech } from '../../phrases.tsx';
import { useDowngrade } from './downgrade.tsx';

const features = Object.keys(quota.shape) as QuotaKey[];

/** The plans that can be chosen, what they differ in, and the way from one to another. */
export const PlanComparison = () => {
  const { t, language } = useSpeech();
  const { tenant, subscription } = useCurrentTenant();
  const current = subscription.planId;
  const { data: skus } = useRead(
    subscriptions.listAvailableSkus,
    { params: { tenantId: tenant.id }, query: { type: 'Basic' } },
    { door: 'cloud' },
  );
  const choose = useChoosePlan();
  return (
    <Stack gap={3}>
      <Text isStrong isBlock>
        {t('subscription.compare')}
      </Text>
      <Grid minWidth="280px">
        {skus?.map(({ id, unitPrice }) => {
          const move = planMove(current, id);
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
              <PlanFeatures planId={id} />
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
            </Card>
          );
        })}
      </Grid>
      <FeatureTable planIds={skus?.map(({ id }) => id)} />
    </Stack>
  );
};

const useChoosePlan = () => {
  const { tenant, subscription } = useCurrentTenant();
  const subscribe = useCheckout();
  const downgrade = useDowngrade();
  const [chosen, setChosen] = useState<string>();
  const start = async (skuId: string) => {
    setChosen(skuId);
    const isDowngrade = planMove(subscription.planId, skuId) === 'downgrade';
    const move = isPaidPlan(skuId)
      ? subscribe({
          skuId,
          tenantId: tenant.id,
          callbackPage: paths.tenantSettings('subscription'),
          ...(isDowngrade ? { isDowngrade } : {}),
        })
      : downgrade();
    await move.catch(() => undefined);
    setChosen(undefined);
  };
  return { chosen, start };
};

/** Every limit of every plan. */
const FeatureTable = ({ planIds: plans }: { planIds: string[] | undefined }) => {
  const { t, language } = useSpeech();
  const describe = (planId: string, key: QuotaKey | 'support') => {
    if (key === 'support') {
      const hours = ticketSupportHours(planId);
      return hours > 0 ? t('subscription.hours', { count: hours }) : <No />;
    }
    const limit = quotaOfPlan(planId)[key];
    if (typeof limit === 'boolean')
      return limit ? <Check role="img" size={18} aria-label={t('subscription.yes')} /> : <No />;
    if (limit === null) return t('plans.unlimited');
    return limit === 0 ? <No /> : groupedNumber(limit, language);
  };
  return (
    <DataTable
      label={t('subscription.compare')}
      rows={plans && [...features, 'support' as const].map(key => ({ key }))}
      rowKey={({ key }) => key}
      rowName={({ key }) => t(`subscription.features.${key}`)}
      columns={[
        {
          id: 'feature',
          header: t('subscription.feature'),
          cell: ({ key }) => t(`subscription.features.${key}`),
        },
        ...(plans ?? [planIds.free]).map(planId => ({
          id: planId,
          header: planName(planId),
          cell: ({ key }: { key: QuotaKey | 'support' }) => describe(planId, key),
        })),
      ]}
    />
  );
};

const No = () => {
  const { t } = useSpeech();
  return <Minus role="img" size={18} aria-label={t('subscription.no')} />;
};
