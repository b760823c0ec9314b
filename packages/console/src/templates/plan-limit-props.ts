import type { QuotaKey } from '@gatehouse/contract/quota.ts';
export type PlanLimitProps = {
  feature: QuotaKey;
  /** What the tenant's usage does not count by itself. */
  used?: number;
  /** On a screen of settings, where what is on already may be turned off. */
  isHint?: boolean;
};
