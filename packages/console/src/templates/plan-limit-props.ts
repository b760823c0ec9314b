import type { QuotaKey } from '@gatehouse/contract/quota.ts';
export type PlanLimitProps = {
  feature: QuotaKey;
  /** Usage that the server does not count. */
  used?: number;
  /** On a screen of settings, where what is on already may be turned off. */
  isHint?: boolean;
};
