import type { Quota, QuotaKey } from './quota.ts';

/** Messages that programs read. They are part of the wire, so they are the same in every language. */
export const insufficientPermissions = 'Insufficient permissions.';

const exceededQuota = 'Status exception: Exceeded quota limit.';

/** The limits of the plan that stand in the way. */
export type ExceededQuotas = Partial<Record<QuotaKey, Quota[QuotaKey]>>;

/** The quotas follow the fixed words as JSON. */
export const exceededQuotaMessage = (quotas: ExceededQuotas) => `${exceededQuota} ${JSON.stringify(quotas)}`;

export const readExceededQuotas = (message: string): ExceededQuotas => {
  if (!message.startsWith(exceededQuota)) return {};
  try {
    const quotas: unknown = JSON.parse(message.slice(exceededQuota.length));
    return typeof quotas === 'object' && quotas !== null ? quotas : {};
  } catch {
    return {};
  }
};
