import { z } from 'zod';

/** The watch over failed attempts: who is aimed at, what was tried, how it went and what was decided. */
export const sentinelTargets = ['User', 'App'] as const;
export const sentinelActions = ['Password', 'VerificationCode', 'OneTimeToken'] as const;
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
