import { quotaOfPlan, ticketSupportHours } from '@gatehouse/contract/plans.ts';
import { compactNumber } from '@gatehouse/phrases/formats.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { useTranslation } from '../phrases.tsx';

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

/** The features of a plan, in short. Those it lacks are left out. */
export const PlanFeatures = ({ planId }: { planId: string }) => {
  const { t, language } = useTranslation();
  const quota = quotaOfPlan(planId);
  const hours = ticketSupportHours(planId);
  const items = [
    ...countedFeatures
      .filter(key => quota[key] !== 0)
      .map(key => {
        const limit = quota[key];
        const content =
          limit === null
            ? t('plans.features.unlimited', { feature: t(`subscription.features.${key}`) })
            : t(`plans.features.${key}`, { limit: compactNumber(limit, language), count: limit });
        return { key, content };
      }),
    ...switchedFeatures.filter(key => quota[key]).map(key => ({ key, content: t(`plans.features.${key}`) })),
    ...(hours > 0 ? [{ key: 'support', content: t('plans.features.support', { hours }) }] : []),
  ];
  return <BulletList items={items} mark="tick" />;
};
