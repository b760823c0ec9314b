import { quotaOfPlan, ticketSupportHours } from '@gatehouse/contract/plans.ts';
import { compactNumber } from '@gatehouse/phrases/formats.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { useSpeech } from '../phrases.tsx';

const countedFeatures = [
  'mauLimit',
  'tokenLimit',
  'applicationsLimit',
  'organizationsLimit',
  'enterpriseSsoLimit',
  'tenantMembersLimit',
  'auditLogsRetentionDays',
] as const;

const switchedFeatures = ['mfaEnabled', 'customJwtEnabled', 'bringYourUiEnabled'] as const;

/** What a plan has, in a few points; what it has not is left out. */
export const PlanFeatures = ({ planId }: { planId: string }) => {
  const { t, language } = useSpeech();
  const quota = quotaOfPlan(planId);
  const hours = ticketSupportHours(planId);
  const items = [
    ...countedFeatures
      .filter(key => quota[key] !== 0)
      .map(key => {
        const limit = quota[key];
        const text = limit === null ? t('plans.unlimited') : compactNumber(limit, language);
        return {
          key,
          content: t(`plans.features.${key}`, { limit: text, count: limit ?? Number.POSITIVE_INFINITY }),
        };
      }),
    ...switchedFeatures.filter(key => quota[key]).map(key => ({ key, content: t(`plans.features.${key}`) })),
    ...(hours > 0 ? [{ key: 'support', content: t('plans.features.support', { hours }) }] : []),
  ];
  return <BulletList items={items} mark="tick" />;
};
