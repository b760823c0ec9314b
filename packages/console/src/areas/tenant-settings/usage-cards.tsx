import { entityQuotaKeys } from '@gatehouse/contract/entities.ts';
import { isEnterprisePlan, isPaidPlan, planIds } from '@gatehouse/contract/plans.ts';
import { type CountedUsage, hasUnlimitedRbac } from '@gatehouse/contract/usage.ts';
import { groupedNumber, wholePercent } from '@gatehouse/phrases/formats.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Meter } from '@gatehouse/ui/meter.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { useTranslation } from '../../phrases.tsx';

const periodicKeys = ['mauLimit', 'tokenLimit'] as const;
const countedKeys = [
  ...entityQuotaKeys,
  'mfaEnabled',
  'resourcesLimit',
  'machineToMachineLimit',
  'tenantMembersLimit',
  'rbacEnabled',
  'samlApplicationsLimit',
  'thirdPartyApplicationsLimit',
  'securityFeaturesEnabled',
] as const satisfies readonly (keyof CountedUsage)[];

type UsageKey = (typeof periodicKeys)[number] | (typeof countedKeys)[number];

/** The newest Pro plan includes these without counting. */
const uncounted: Readonly<Record<string, readonly UsageKey[] | undefined>> = {
  [planIds.pro202509]: ['rbacEnabled', 'thirdPartyApplicationsLimit'],
};

const keysOf = (planId: string): readonly UsageKey[] => {
  if (!isPaidPlan(planId) && !isEnterprisePlan(planId)) return periodicKeys;
  return [...periodicKeys, ...countedKeys].filter(key => !uncounted[planId]?.includes(key));
};

/** The tenant's usage, compared with the limits of its plan. */
export const UsageCards = () => {
  const { t } = useTranslation();
  const { subscription, usage, periodic } = useCurrentTenant();
  const used: Record<UsageKey, number | boolean> = { ...usage.usage, ...periodic };
  return (
    <Stack gap={3}>
      <Text isStrong isBlock>
        {t('subscription.usage')}
      </Text>
      <Grid minWidth="220px" gap={3}>
        {keysOf(subscription.planId).map(key => {
          const value = used[key];
          return (
            <Card key={key}>
              {typeof value === 'boolean' ? (
                <FeatureUsage
                  name={t(`subscription.features.${key}`)}
                  isActive={value}
                  isUnlimited={key === 'rbacEnabled' && hasUnlimitedRbac(usage.quota)}
                />
              ) : (
                <CountUsage
                  name={t(`subscription.features.${key}`)}
                  count={value}
                  limit={
                    key in usage.quota
                      ? (usage.quota[key as keyof typeof usage.quota] as number | null)
                      : null
                  }
                  isPaid={isPaidPlan(subscription.planId)}
                />
              )}
            </Card>
          );
        })}
      </Grid>
    </Stack>
  );
};

const FeatureUsage = ({
  name,
  isActive,
  isUnlimited,
}: {
  name: string;
  isActive: boolean;
  isUnlimited: boolean;
}) => {
  const { t } = useTranslation();
  return (
    <Stack gap={2}>
      <Text tone="soft">{name}</Text>
      <Row>
        <Tag tone={isActive ? 'success' : 'accent'}>
          {t(isActive ? 'subscription.active' : 'subscription.inactive')}
        </Tag>
        {isUnlimited && <Text tone="soft">{t('subscription.of_unlimited')}</Text>}
      </Row>
    </Stack>
  );
};

/** Paying tenants are not warned in red. */
const CountUsage = ({
  name,
  count,
  limit,
  isPaid,
}: {
  name: string;
  count: number;
  limit: number | null;
  isPaid: boolean;
}) => {
  const { t, language } = useTranslation();
  const percent = limit === null ? undefined : wholePercent(count, limit);
  const isExceeded = limit !== null && count >= limit && !isPaid;
  return (
    <Stack gap={2}>
      <Text tone="soft">{name}</Text>
      <Row gap={1} align="baseline">
        <Text size="large" isStrong tone={isExceeded ? 'danger' : 'normal'}>
          {groupedNumber(count, language)}
        </Text>
        <Text tone="soft">
          {limit === null
            ? t('subscription.of_unlimited')
            : t('subscription.of_limit', { limit: groupedNumber(limit, language) })}
        </Text>
      </Row>
      {percent !== undefined && <Meter percent={percent} tone={isExceeded ? 'danger' : 'accent'} />}
    </Stack>
  );
};
