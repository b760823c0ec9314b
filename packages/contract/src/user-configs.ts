import { z } from 'zod';

/** A user's own choices about MFA and passkeys. */
export const userConfigs = z.object({
  mfa: z.object({
    enabled: z.boolean().optional(),
    skipped: z.boolean(),
    skipMfaOnSignIn: z.boolean(),
    additionalBindingSuggestionSkipped: z.boolean().optional(),
  }),
  passkeySignIn: z.object({ skipped: z.boolean() }),
});

export type UserDecisions = z.infer<typeof userConfigs>;

export const updateUserConfigs = z.strictObject({
  mfa: z.strictObject(userConfigs.shape.mfa.partial().shape).optional(),
  passkeySignIn: z.strictObject(userConfigs.shape.passkeySignIn.partial().shape).optional(),
});
