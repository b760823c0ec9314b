import { z } from 'zod';
import { recordId } from './account.ts';
import { connectorId } from './connectors.ts';
import { defineRows } from './endpoint.ts';
import { codeIdentifier } from './experience-verifications.ts';
import { jsonObject } from './fields.ts';
import { codeErrors, smsErrors, verificationCode } from './passcodes.ts';
import { webAuthnAuthentication, webAuthnRegistration } from './web-authn.ts';

const record = z.object({ verificationRecordId: z.string(), expiresAt: z.iso.datetime() });

/** Proofs of a signed-in user. */
export const verifications = defineRows({
  createPassword: {
    method: 'post',
    path: '/verifications/password',
    summary: 'Verify your identity with your password',
    body: z.strictObject({ password: z.string().min(1) }),
    response: record,
    status: 201,
    permission: 'openid',
    errors: ['session.invalid_credentials', 'session.verification_blocked_too_many_attempts'],
  },
  sendCode: {
    method: 'post',
    path: '/verifications/verification-code',
    summary: 'Send a code to your current or new email address or phone number',
    body: z.strictObject({
      identifier: codeIdentifier,
      templateType: z.enum(['BindMfa', 'UserPermissionValidation']).optional(),
    }),
    response: record,
    status: 201,
    permission: 'openid',
    perAddress: 'messages',
    errors: [
      'connector.not_found',
      ...smsErrors,
      'request.message_rate_limited',
      'request.address_rate_limited',
    ],
  },
  verifyCode: {
    method: 'post',
    path: '/verifications/verification-code/verify',
    summary: 'Verify an email address or phone number with a code',
    body: z.strictObject({ identifier: codeIdentifier, verificationId: recordId, code: verificationCode }),
    response: record.pick({ verificationRecordId: true }),
    status: 200,
    permission: 'openid',
    errors: ['verification_record.not_found', ...codeErrors],
  },
  verifyTotp: {
    method: 'post',
    path: '/verifications/totp/verify',
    summary: 'Verify your identity with a TOTP code',
    body: z.strictObject({ code: verificationCode }),
    response: record,
    status: 201,
    permission: 'openid',
    errors: ['session.mfa.invalid_totp_code', 'session.verification_blocked_too_many_attempts'],
  },
  verifyBackupCode: {
    method: 'post',
    path: '/verifications/backup-code/verify',
    summary: 'Verify your identity with a backup code',
    body: z.strictObject({ code: z.string().min(1).max(256) }),
    response: record,
    status: 201,
    permission: 'openid',
    errors: ['session.mfa.invalid_backup_code', 'session.verification_blocked_too_many_attempts'],
  },
  askForPasskey: {
    method: 'post',
    path: '/verifications/web-authn/authentication',
    summary: 'Create a challenge for one of your passkeys',
    response: z.object({ ...record.shape, authenticationOptions: jsonObject }),
    status: 200,
    permission: 'openid',
    errors: ['session.mfa.webauthn_verification_not_found'],
  },
  verifyOwnPasskey: {
    method: 'post',
    path: '/verifications/web-authn/authentication/verify',
    summary: 'Verify your identity with a passkey',
    body: z.strictObject({ verificationRecordId: recordId, payload: webAuthnAuthentication }),
    response: record.pick({ verificationRecordId: true }),
    status: 200,
    permission: 'openid',
    errors: [
      'verification_record.not_found',
      'session.mfa.webauthn_verification_failed',
      'session.verification_blocked_too_many_attempts',
    ],
  },
  beginSocial: {
    method: 'post',
    path: '/verifications/social',
    summary: 'Create an authorization URI to verify a social account',
    body: z.strictObject({
      connectorId,
      state: z.string().min(1).max(256),
      redirectUri: z.url().max(2048),
      scope: z.string().max(1024).optional(),
    }),
    response: z.object({ ...record.shape, authorizationUri: z.url() }),
    status: 201,
    permission: 'openid',
    errors: [
      { code: 'session.invalid_connector_id', status: 404 },
      'session.invalid_connector_id',
      'connector.unexpected_type',
      'connector.invalid_config',
    ],
  },
  verifySocial: {
    method: 'post',
    path: '/verifications/social/verify',
    summary: "Verify an account with the provider's callback",
    body: z.strictObject({ verificationRecordId: recordId, connectorData: jsonObject }),
    response: record.pick({ verificationRecordId: true }),
    status: 200,
    permission: 'openid',
    errors: [
      'verification_record.not_found',
      'session.csrf_token_mismatch',
      'session.invalid_connector_id',
      'connector.authorization_failed',
      'connector.social_auth_code_invalid',
    ],
  },
  createPasskey: {
    method: 'post',
    path: '/verifications/web-authn/registration',
    summary: 'Start passkey registration',
    response: z.object({ ...record.shape, registrationOptions: jsonObject }),
    status: 200,
    permission: 'openid',
  },
  verifyPasskey: {
    method: 'post',
    path: '/verifications/web-authn/registration/verify',
    summary: 'Complete passkey registration',
    body: z.strictObject({ verificationRecordId: recordId, payload: webAuthnRegistration }),
    response: record.pick({ verificationRecordId: true }),
    status: 200,
    permission: 'openid',
    errors: ['verification_record.not_found', 'session.mfa.webauthn_verification_failed'],
  },
});
