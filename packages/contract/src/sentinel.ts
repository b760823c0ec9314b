import { z } from 'zod';
import { defineRows } from './endpoint.ts';

/** The watch over failed attempts: who is aimed at, what was tried, how it went and what was decided. */
export const sentinelTargets = ['User', 'App'] as const;
export const sentinelActions = [
  'Password',
  'VerificationCode',
  'OneTimeToken',
  'MfaTotp',
  'WebAuthn',
  'MfaBackupCode',
] as const;
export const sentinelResults = ['Success', 'Failed'] as const;
export const sentinelDecisions = ['Undecided', 'Allowed', 'Blocked', 'Challenge'] as const;

export const sentinelActivity = z.object({
  targetType: z.enum(sentinelTargets),
  targetHash: z.string(),
  action: z.enum(sentinelActions),
  actionResult: z.enum(sentinelResults),
  decision: z.enum(sentinelDecisions),
  decisionExpiresAt: z.number(),
  createdAt: z.number(),
});
export type SentinelActivity = z.infer<typeof sentinelActivity>;

export const sentinelActivities = defineRows({
  delete: {
    method: 'post',
    path: '/sentinel-activities/delete',
    summary: 'Forget the failed attempts of identifiers, so that they are no longer blocked',
    body: z.strictObject({
      targetType: z.enum(sentinelTargets),
      targets: z.array(z.string().min(1).max(256)).min(1).max(1000),
    }),
    status: 204,
    permission: 'users:write',
    change: 'sentinel-activity',
  },
});
