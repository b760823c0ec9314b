import { z } from 'zod';
import { regionCodes } from './calling-codes.ts';
import { dayMs } from './duration.ts';
import { type SecurityNoticeType, securityNoticeTypes } from './email-templates.ts';
import type { ErrorCode } from './errors.ts';
import { timestamp } from './fields.ts';

/** A passkey can be all that it takes to sign in. */
export const passkeySignIn = z.strictObject({
  enabled: z.boolean().optional(),
  showPasskeyButton: z.boolean().optional(),
  /** Browsers offer passkeys in the field of the identifier. */
  allowAutofill: z.boolean().optional(),
});

/** A second factor is asked for only where a sign-in is unusual: a new device or country, a long pause, failed tries. */
export const adaptiveMfa = z.strictObject({ enabled: z.boolean().optional() });

/** How long the facts of sign-in decisions are kept for drafts to be replayed. 0: they are not kept. */
export const signInRecords = z.strictObject({ days: z.number().int().min(0).max(90).optional() });

/** `expirationDuration` is seconds. */
export const verificationCodePolicy = z.strictObject({
  expirationDuration: z.number().int().min(60).max(3600).optional(),
  maxRetryAttempts: z.number().int().min(1).max(100).optional(),
});

/** Text messages cost money: where they may go, and how many may go to one country within an hour. */
export const smsPolicy = z.strictObject({
  /** ISO 3166-1 codes. None means all countries. */
  allowedCountries: z.array(z.enum(regionCodes)).max(regionCodes.length).optional(),
  hourlyLimit: z.number().int().min(1).max(1_000_000).optional(),
});

/** Security notices that users get by email. A missing one counts as on. */
export const securityNotices = z.strictObject(
  Object.fromEntries(securityNoticeTypes.map(type => [type, z.boolean().optional()])) as Record<
    SecurityNoticeType,
    z.ZodOptional<z.ZodBoolean>
  >,
);

const periodDays: { error: ErrorCode } = {
  error: 'sign_in_experiences.password_expiration_invalid_period_days',
};

export const passwordExpiration = z.strictObject({
  enabled: z.boolean(),
  validPeriodDays: z.number(periodDays).int(periodDays).min(1, periodDays).max(36_500, periodDays),
  /** Set by the server, so that no password counts as older than the rule. */
  enabledAt: timestamp.optional(),
});
export type PasswordExpiration = z.infer<typeof passwordExpiration>;
/** A part that the request does not name stays as it is. */
export const updatePasswordExpiration = passwordExpiration.partial();

/** Whether a password must be replaced before the user can continue. */
export const isPasswordExpired = (
  { enabled, validPeriodDays, enabledAt = 0 }: PasswordExpiration,
  password: { changedAt: number | null; isExpired: boolean },
  now: number,
) => {
  if (!enabled) return false;
  const start = Math.max(password.changedAt ?? 0, enabledAt);
  return password.isExpired || now >= start + validPeriodDays * dayMs;
};

const usernameLength = z.number().int().min(1).max(128);

export const usernamePolicy = z
  .strictObject({
    caseSensitive: z.boolean(),
    minLength: usernameLength,
    maxLength: usernameLength,
    allowedChars: z
      .strictObject({
        lowercase: z.boolean(),
        uppercase: z.boolean(),
        numbers: z.boolean(),
        underscore: z.boolean(),
      })
      .refine(({ lowercase, uppercase, underscore }) => lowercase || uppercase || underscore, {
        error: 'validation.username_characters',
      }),
  })
  .refine(({ minLength, maxLength }) => minLength <= maxLength, {
    path: ['minLength'],
    error: 'validation.min_above_max',
  });
export type UsernamePolicy = z.infer<typeof usernamePolicy>;

/** Why a username breaks the username policy of the tenant. */
export const usernameIssue = (
  username: string,
  { minLength, maxLength, allowedChars }: UsernamePolicy,
): ErrorCode | undefined => {
  if (username.length < minLength) return 'user.username_too_short';
  if (username.length > maxLength) return 'user.username_too_long';
  if (!allowedChars.lowercase && /[a-z]/.test(username)) return 'user.username_lowercase_not_allowed';
  if (!allowedChars.uppercase && /[A-Z]/.test(username)) return 'user.username_uppercase_not_allowed';
  if (!allowedChars.numbers && /\d/.test(username)) return 'user.username_numbers_not_allowed';
  return !allowedChars.underscore && username.includes('_')
    ? 'user.username_underscore_not_allowed'
    : undefined;
};

/** The profile fields that registering asks for, in this order. */
export const signUpProfileFields = z.array(z.strictObject({ name: z.string().min(1).max(128) })).max(100);
