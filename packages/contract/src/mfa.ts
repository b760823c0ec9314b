import { z } from 'zod';

export const mfaFactors = [
  'Totp',
  'WebAuthn',
  'BackupCode',
  'EmailVerificationCode',
  'PhoneVerificationCode',
] as const;
export type MfaFactor = (typeof mfaFactors)[number];

export const mfaPolicies = [
  'UserControlled',
  'Mandatory',
  'PromptOnlyAtSignIn',
  'PromptAtSignInAndSignUp',
  'NoPrompt',
] as const;
export const organizationMfaPolicies = ['NoPrompt', 'Mandatory'] as const;

/** Which second factors there are, and when a user is asked for one. */
export const mfa = z.strictObject({
  factors: z.array(z.enum(mfaFactors)),
  policy: z.enum(mfaPolicies),
  organizationRequiredMfaPolicy: z.enum(organizationMfaPolicies).optional(),
});
export type Mfa = z.infer<typeof mfa>;
