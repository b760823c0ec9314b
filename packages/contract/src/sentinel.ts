import { z } from 'zod';
import { defineRows } from './endpoint.ts';

/** Tracks failed attempts: the target, the action, the result and the decision. */
export const sentinelTargets = ['User', 'App'] as const;
export const sentinelActions = [
  'Password',
  'VerificationCode',
  'OneTimeToken',
  'MfaTotp',
  'WebAuthn',
  'MfaBackupCode',
] as const;
export type SentinelResult = 'Success' | 'Failed';
/** `Challenge`: users who succeed must also verify another factor. */
export type SentinelDecision = 'Undecided' | 'Allowed' | 'Blocked' | 'Challenge';

export const sentinelActivities = defineRows({
  delete: {
    method: 'post',
    path: '/sentinel-activities/delete',
    summary: 'Unlock identifiers by clearing their failed attempts',
    body: z.strictObject({
      targetType: z.enum(sentinelTargets),
      targets: z.array(z.string().min(1).max(256)).min(1).max(1000),
    }),
    status: 204,
    permission: 'users:write',
    change: 'sentinel-activity',
  },
});
