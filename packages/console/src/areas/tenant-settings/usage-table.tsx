import { entityQuotaKeys } from '@gatehouse/contract/entities.ts';
import { isEnterprisePlan, isPaidPlan, planIds } from '@gatehouse/contract/plans.ts';
import { type CountedUsage, hasUnlimitedRbac } from '@gatehouse/contract/usage.ts';
import { groupedNumber, wholePercent } from '@gatehouse/phrases/formats.ts';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Meter } from '@gatehouse/ui/meter.tsx';
import { Section } from '@gatehouse/ui/section.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { useTranslation } from '../../phrases.tsx';
import { FeatureTable } from './feature-table.tsx';

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

type Usage = {
  key: UsageKey;
  value: number | boolean;
  /** Null without a limit. */
  limit: number | null;
  /** Of the limit, where there is one to count towards. */
  percent: number | undefined;
};

/** The tenant's usage, compared with the limits of its plan: what is used up most comes first. */
export const UsageTable = () => {
  const { t } = useTranslation();
  const { subscription, usage, periodic } = useCurrentTenant();
  const used: Record<UsageKey, number | boolean> = { ...usage.usage, ...periodic };
  const limits: Partial<Record<UsageKey, number | boolean | null>> = usage.quota;
  const rows = keysOf(subscription.planId).map((key): Usage => {
    const [value, allowed] = [used[key], limits[key]];
    const limit = typeof allowed === 'number' ? allowed : null;
    const percent = limit === null || typeof value === 'boolean' ? undefined : wholePercent(value, limit);
    return { key, value, limit, percent };
  });
  return (
    <Section title={t('subscription.usage')}>
      <FeatureTable
        label={t('subscription.usage')}
        rows={rows.toSorted((one, other) => rankOf(other) - rankOf(one))}
        columns={[
          {
            id: 'used',
            header: t('subscription.used'),
            width: '45%',
            cell: row => (
              <Used
                row={row}
                isPaid={isPaidPlan(subscription.planId)}
                isUnlimited={row.key === 'rbacEnabled' && hasUnlimitedRbac(usage.quota)}
              />
            ),
          },
        ]}
      />
    </Section>
  );
};

/** Counts without a limit come after those with one, switches last. */
const rankOf = ({ value, percent }: Usage) => {
  if (percent !== undefined) return percent;
  return typeof value === 'boolean' ? -2 : -1;
};

const Used = ({ row, isPaid, isUnlimited }: { row: Usage; isPaid: boolean; isUnlimited: boolean }) => {
  const { t } = useTranslation();
  const { value } = row;
  if (typeof value === 'number') return <Count {...row} value={value} isPaid={isPaid} />;
  return (
    <Row gap={2}>
      <Tag tone={value ? 'success' : 'neutral'}>
        {t(value ? 'subscription.active' : 'subscription.inactive')}
      </Tag>
      {isUnlimited && <Text tone="soft">{t('subscription.of_unlimited')}</Text>}
    </Row>
  );
};

/** Paying tenants are not warned in red. */
const Count = ({ value, limit, percent, isPaid }: Usage & { value: number; isPaid: boolean }) => {
  const { t, language } = useTranslation();
  const isExceeded = limit !== null && value >= limit && !isPaid;
  return (
    <Stack gap={1}>
      <Row gap={1} align="baseline">
        <Text isStrong tone={isExceeded ? 'danger' : 'normal'}>
          {groupedNumber(value, language)}
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
