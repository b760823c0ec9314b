import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { verifiedProfile } from './experience.ts';
import { jsonObject, reference } from './fields.ts';
import { mfaFactors } from './mfa.ts';
import { username } from './patterns.ts';

/** The caller is the browser that holds the interaction cookie: no token. */
const permission = 'public';
const password = z.string().min(1);

/** Missing data of a user, which must be provided before the interaction ends. */
export const experienceProfile = defineRows({
  update: {
    method: 'post',
    path: '/experience/profile',
    summary: 'Add a missing identifier or profile field',
    body: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('username'), value: username }),
      z.strictObject({ type: z.literal('password'), value: password }),
      z.strictObject({ ...verifiedProfile.shape, type: z.literal('email') }),
      z.strictObject({ ...verifiedProfile.shape, type: z.literal('phone') }),
      z.strictObject({ ...verifiedProfile.shape, type: z.literal('social') }),
      z.strictObject({ type: z.literal('extraProfile'), values: jsonObject }),
    ]),
    status: 204,
    permission,
    errors: [
      'session.not_supported_for_forgot_password',
      'session.verification_failed',
      'session.verification_session_not_found',
      'session.email_blocklist.email_not_allowed',
      'session.email_blocklist.email_subaddressing_not_allowed',
      'session.sso_enabled',
      'user.username_already_in_use',
      'user.username_exists_in_profile',
      'user.email_already_in_use',
      'user.email_exists_in_profile',
      'user.phone_already_in_use',
      'user.phone_exists_in_profile',
      'user.password_exists_in_profile',
      'user.identity_already_in_use',
      'password.rejected',
    ],
  },
  resetPassword: {
    method: 'put',
    path: '/experience/profile/password',
    summary: 'Reset a forgotten password',
    body: z.strictObject({ password }),
    status: 204,
    permission,
    errors: [
      'session.invalid_interaction_type',
      'session.identifier_not_found',
      'password.rejected',
      'user.same_password',
    ],
  },
  bindMfa: {
    method: 'post',
    path: '/experience/profile/mfa',
    summary: 'Add the verified MFA factor',
    body: z.strictObject({ type: z.enum(mfaFactors), verificationId: reference }),
    status: 204,
    permission,
    errors: [
      'session.mfa.require_mfa_verification',
      'session.identifier_not_found',
      'session.verification_failed',
      'session.verification_session_not_found',
      'session.mfa.mfa_factor_not_enabled',
      'session.mfa.backup_code_can_not_be_alone',
      'user.totp_already_in_use',
    ],
  },
  skipMfa: {
    method: 'post',
    path: '/experience/profile/mfa/mfa-skipped',
    summary: 'Skip MFA setup',
    status: 204,
    permission,
    errors: ['session.identifier_not_found', 'session.mfa.mfa_policy_not_user_controlled'],
  },
  enableMfa: {
    method: 'post',
    path: '/experience/profile/mfa/mfa-enabled',
    summary: 'Turn on MFA for every sign-in',
    status: 204,
    permission,
    errors: ['session.identifier_not_found', 'session.mfa.mfa_sign_in_only'],
  },
  bindPasskey: {
    method: 'post',
    path: '/experience/profile/mfa/passkey',
    summary: 'Add the verified passkey for sign-in',
    body: z.strictObject({ verificationId: reference }),
    status: 204,
    permission,
    errors: [
      'session.identifier_not_found',
      'session.passkey_sign_in.pending_info_not_found',
      'session.verification_session_not_found',
    ],
  },
  skipPasskey: {
    method: 'post',
    path: '/experience/profile/mfa/passkey-skipped',
    summary: 'Skip passkey setup',
    status: 204,
    permission,
    errors: ['session.identifier_not_found'],
  },
  skipMfaSuggestion: {
    method: 'post',
    path: '/experience/profile/mfa/mfa-suggestion-skipped',
    summary: 'Skip adding another MFA factor',
    status: 204,
    permission,
    errors: ['session.identifier_not_found'],
  },
});
