import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { identifier, interactionEvent, verification } from './experience.ts';
import { reference } from './fields.ts';
import { codeErrors, smsErrors, verificationCode } from './passcodes.ts';
import { email, phone } from './patterns.ts';

/** Where codes can be sent to. */
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
    summary: 'Prove an identity by password',
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
    summary: 'Propose a username and a password for a new user',
    body: z.strictObject({ identifier: identifier.options[0], password: z.string().min(1) }),
    response: verification,
    status: 200,
    permission,
    perAddress: 'accounts',
    errors: ['password.rejected', 'user.username_already_in_use', 'user.sign_up_method_not_enabled'],
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
    summary: 'Prove an email address or a phone number by the code',
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
    summary: 'Prove an email address by the token of a link',
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
    summary: 'Send a code as second factor to the address or number of the identified user',
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
    summary: 'Prove the second factor by the code that was sent',
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
    summary: 'Prepare an authenticator app',
    response: z.object({ ...verification.shape, secret: z.string(), secretQrCode: z.string() }),
    status: 200,
    permission,
    errors: ['session.identifier_not_found'],
  },
  verifyTotp: {
    method: 'post',
    path: `${base}/totp/verify`,
    summary: 'Prove an authenticator app; with a verification, the one that is being prepared',
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
    summary: 'Prepare backup codes',
    response: z.object({ ...verification.shape, codes: z.array(z.string()) }),
    status: 200,
    permission,
    errors: ['session.identifier_not_found'],
  },
  verifyBackupCode: {
    method: 'post',
    path: `${base}/backup-code/verify`,
    summary: 'Use a backup code up as second factor',
    body: z.strictObject({ code: z.string().min(1).max(1024) }),
    response: verification,
    status: 200,
    permission,
    perAddress: 'failures',
    errors: ['session.identifier_not_found', 'session.mfa.invalid_backup_code'],
  },
});
