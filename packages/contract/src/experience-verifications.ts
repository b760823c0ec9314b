import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { identifier, interactionEvent, verification } from './experience.ts';
import { reference } from './fields.ts';
import { codeErrors, smsErrors, verificationCode } from './passcodes.ts';
import { email, phone } from './patterns.ts';

/** Identifiers that codes can be sent to. */
export const codeIdentifier = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('email'), value: email }),
  z.strictObject({ type: z.literal('phone'), value: phone }),
]);
const identifierType = z.enum(['email', 'phone']);
const verificationId = reference;

/** The caller is the browser that holds the interaction cookie: no token. */
const permission = 'public';
const base = '/experience/verification';
const checkErrors = ['session.verification_session_not_found', ...codeErrors] as const;

/** Proofs that begin an interaction. */
export const experienceProofs = defineRows({
  verifyPassword: {
    method: 'post',
    path: `${base}/password`,
    summary: 'Verify a password',
    body: z.strictObject({ identifier, password: z.string().min(1) }),
    response: verification,
    status: 200,
    permission,
    perAddress: 'failures',
    errors: [
      'session.invalid_credentials',
      'password.expired',
      'user.suspended',
      'session.verification_blocked_too_many_attempts',
    ],
  },
  createPasswordIdentity: {
    method: 'post',
    path: `${base}/new-password-identity`,
    summary: 'Verify a username and password for a new user',
    body: z.strictObject({ identifier: identifier.options[0], password: z.string().min(1) }),
    response: verification,
    status: 200,
    permission,
    perAddress: 'accounts',
    errors: [
      'user.username_too_short',
      'user.username_too_long',
      'user.username_uppercase_not_allowed',
      'user.username_numbers_not_allowed',
      'user.username_underscore_not_allowed',
      'auth.forbidden',
      'password.rejected',
      'user.username_already_in_use',
      'user.sign_up_method_not_enabled',
    ],
  },
  sendCode: {
    method: 'post',
    path: `${base}/verification-code`,
    summary: 'Send a code to an email address or a phone number',
    body: z.strictObject({ identifier: codeIdentifier, interactionEvent }),
    response: verification,
    status: 200,
    permission,
    perAddress: 'messages',
    errors: [
      'connector.not_found',
      'request.message_rate_limited',
      ...smsErrors,
      'session.captcha_required',
      'session.sso_enabled',
      'session.email_blocklist.email_not_allowed',
      'session.email_blocklist.email_subaddressing_not_allowed',
      'session.forgot_password_not_enabled',
      'user.sign_in_method_not_enabled',
      'user.sign_up_method_not_enabled',
    ],
  },
  verifyCode: {
    method: 'post',
    path: `${base}/verification-code/verify`,
    summary: 'Verify an email or SMS code',
    body: z.strictObject({ identifier: codeIdentifier, verificationId, code: verificationCode }),
    response: verification,
    status: 200,
    permission,
    perAddress: 'failures',
    errors: checkErrors,
  },
  verifyOneTimeToken: {
    method: 'post',
    path: `${base}/one-time-token/verify`,
    summary: 'Verify a one-time token',
    body: z.strictObject({ identifier: codeIdentifier.options[0], token: z.string().min(1).max(4096) }),
    response: verification,
    status: 200,
    permission,
    perAddress: 'failures',
    errors: [
      'session.invalid_interaction_type',
      'one_time_token.token_not_found',
      'one_time_token.email_mismatch',
      'one_time_token.interaction_event_mismatch',
      'one_time_token.token_expired',
      'one_time_token.token_consumed',
      'one_time_token.token_revoked',
    ],
  },
});

/** Second factors: proven by who has them, prepared by who sets them up. */
export const experienceFactors = defineRows({
  sendMfaCode: {
    method: 'post',
    path: `${base}/mfa-verification-code`,
    summary: 'Send an MFA code to the identified user',
    body: z.strictObject({ identifierType }),
    response: verification,
    status: 200,
    permission,
    perAddress: 'messages',
    errors: [
      'session.identifier_not_found',
      'session.mfa.mfa_factor_not_enabled',
      'connector.not_found',
      'request.message_rate_limited',
      ...smsErrors,
    ],
  },
  verifyMfaCode: {
    method: 'post',
    path: `${base}/mfa-verification-code/verify`,
    summary: 'Verify an email or SMS code as MFA factor',
    body: z.strictObject({ verificationId, code: verificationCode, identifierType }),
    response: verification,
    status: 200,
    permission,
    perAddress: 'failures',
    errors: checkErrors,
  },
  createTotpSecret: {
    method: 'post',
    path: `${base}/totp/secret`,
    summary: 'Start authenticator app setup',
    response: z.object({ ...verification.shape, secret: z.string(), secretQrCode: z.string() }),
    status: 200,
    permission,
    errors: ['session.identifier_not_found'],
  },
  verifyTotp: {
    method: 'post',
    path: `${base}/totp/verify`,
    summary: 'Verify a TOTP code, or the one of an app that is being set up',
    body: z.strictObject({ code: verificationCode, verificationId: verificationId.optional() }),
    response: verification,
    status: 200,
    permission,
    perAddress: 'failures',
    errors: [
      'session.identifier_not_found',
      'session.mfa.invalid_totp_code',
      'session.verification_session_not_found',
      'session.verification_blocked_too_many_attempts',
    ],
  },
  generateBackupCodes: {
    method: 'post',
    path: `${base}/backup-code/generate`,
    summary: 'Generate backup codes for setup',
    response: z.object({ ...verification.shape, codes: z.array(z.string()) }),
    status: 200,
    permission,
    errors: ['session.identifier_not_found'],
  },
  verifyBackupCode: {
    method: 'post',
    path: `${base}/backup-code/verify`,
    summary: 'Verify a backup code as MFA factor',
    body: z.strictObject({ code: z.string().min(1).max(1024) }),
    response: verification,
    status: 200,
    permission,
    perAddress: 'failures',
    errors: ['session.identifier_not_found', 'session.mfa.invalid_backup_code'],
  },
});
