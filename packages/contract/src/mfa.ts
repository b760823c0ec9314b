import { z } from 'zod';
import { distinct } from './fields.ts';

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
  'PromptOnlyAtSignInMandatory',
  'PromptAtSignInAndSignUpMandatory',
  'NoPrompt',
] as const;
export type MfaPolicy = (typeof mfaPolicies)[number];
export const organizationMfaPolicies = ['NoPrompt', 'Mandatory'] as const;

/** The enabled MFA factors, and when users are asked for one. */
export const mfa = z.strictObject({
  factors: distinct(z.array(z.enum(mfaFactors)), 'sign_in_experiences.duplicated_mfa_factors').refine(
    factors => !(factors.length === 1 && factors[0] === 'BackupCode'),
    { error: 'sign_in_experiences.backup_code_cannot_be_enabled_alone' },
  ),
  policy: z.enum(mfaPolicies),
  organizationRequiredMfaPolicy: z.enum(organizationMfaPolicies).optional(),
  /** Codes by email and SMS also for users who have an authenticator app or a passkey. */
  allowWeakerFactors: z.boolean().optional(),
});

const proof = {
  id: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().optional(),
};

export const webAuthnTransports = ['usb', 'nfc', 'ble', 'internal', 'cable', 'hybrid', 'smart-card'] as const;

/** A second factor that a user has set up, as it is stored. */
export const mfaVerification = z.discriminatedUnion('type', [
  z.strictObject({
    ...proof,
    type: z.literal('Totp'),
    key: z.string().min(1),
    /** The thirty seconds, counted from 1970, whose code was used last. */
    lastUsedStep: z.number().int().optional(),
  }),
  z.strictObject({
    ...proof,
    type: z.literal('WebAuthn'),
    rpId: z.string().optional(),
    credentialId: z.string().min(1),
    publicKey: z.string().min(1),
    transports: z.array(z.enum(webAuthnTransports)).optional(),
    counter: z.number().int().min(0),
    agent: z.string(),
    name: z.string().max(256).optional(),
  }),
  z.strictObject({
    ...proof,
    type: z.literal('BackupCode'),
    codes: z.array(z.strictObject({ code: z.string().min(1), usedAt: z.iso.datetime().optional() })).min(1),
  }),
]);
export type MfaVerification = z.infer<typeof mfaVerification>;
