import { planIds, planName, quotaOfPlan, ticketSupportHours } from '@gatehouse/contract/plans.ts';
import { type QuotaKey, quota } from '@gatehouse/contract/quota.ts';
import { groupedNumber } from '@gatehouse/phrases/formats.ts';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Check, Minus } from 'lucide-react';
import { useTranslation } from '../../phrases.tsx';
import { FeatureTable } from './feature-table.tsx';
import { useOfferedPlans } from './offered-plans.ts';

const features = Object.keys(quota.shape) as QuotaKey[];

/** Every limit of every plan that can be chosen. */
export const PlanComparison = () => {
  const { t, language } = useTranslation();
  const plans = useOfferedPlans()?.map(({ id }) => id);
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
    <Stack gap={3}>
      <Text isStrong isBlock>
        {t('subscription.compare')}
      </Text>
      <FeatureTable<{ key: QuotaKey | 'support' }>
        label={t('subscription.compare')}
        rows={plans && [...features, 'support' as const].map(key => ({ key }))}
        columns={(plans ?? [planIds.free]).map(planId => ({
          id: planId,
          header: planName(planId),
          cell: ({ key }) => describe(planId, key),
        }))}
      />
    </Stack>
  );
};

const No = () => {
  const { t } = useTranslation();
  return <Minus role="img" size={18} aria-label={t('subscription.no')} />;
};
