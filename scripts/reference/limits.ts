import { developmentQuota, freeQuota, proQuota } from '../../packages/contract/src/plans.ts';
import type { QuotaKey } from '../../packages/contract/src/quota.ts';
import english from '../../packages/phrases/src/en/console/cloud.json' with { type: 'json' };
import { table } from './table.ts';

const limitOf = (value: number | boolean | null) => {
  if (value === null) return 'unlimited';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value.toLocaleString('en-US');
};

const names = english.subscription.features as Readonly<Record<string, string>>;

export const printLimits = () => `# Limits

The limits of each plan.

## Plans of the cloud edition

The self-hosted edition has none of these limits. A request beyond a limit is refused with \`subscription.limit_exceeded\` and changes nothing.

${table(
  ['Limit', 'Free', 'Pro', 'Development'],
  (Object.keys(freeQuota) as QuotaKey[]).map(key => [
    names[key] ?? key,
    limitOf(freeQuota[key]),
    limitOf(proQuota[key]),
    limitOf(developmentQuota[key]),
  ]),
)}
`;
