import { z } from 'zod';
import { accessErrors, recordId } from './account.ts';
import { defineRows } from './endpoint.ts';
import { verificationCode } from './passcodes.ts';
import { mfaView } from './user-identities.ts';

const path = '/my-account/mfa-verifications';
const permission = 'identities';
const change = 'user';
const passkeyName = z.string().min(1).max(256);
const backupCodes = z.array(z.string().max(256)).min(1).max(100);
const settings = z.strictObject({ skipMfaOnSignIn: z.boolean() });

/** The own second factors. */
export const accountFactors = defineRows({
  list: {
    method: 'get',
    path,
    summary: 'List your MFA factors',
    isFirstParty: true,
    response: z.array(mfaView),
    status: 200,
    permission,
    errors: accessErrors,
  },
  create: {
    method: 'post',
    path,
    summary: 'Add an MFA factor to your account',
    body: z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('WebAuthn'),
        newIdentifierVerificationRecordId: recordId,
        name: passkeyName.optional(),
      }),
      z.strictObject({
        type: z.literal('Totp'),
        secret: z.string().max(256),
        code: verificationCode.optional(),
      }),
      z.strictObject({ type: z.literal('BackupCode'), codes: backupCodes }),
    ]),
    status: 204,
    permission,
    change,
    errors: [
      { code: 'user.totp_secret_invalid', status: 400 },
      ...accessErrors,
      'session.mfa.mfa_factor_not_enabled',
      'session.mfa.invalid_totp_code',
      'session.mfa.not_generated',
      'session.mfa.backup_code_can_not_be_alone',
      'verification_record.not_found',
      'user.totp_already_in_use',
      { code: 'user.totp_secret_invalid', status: 400 },
      'user.backup_code_already_in_use',
      'user.wrong_backup_code_format',
    ],
  },
  replaceTotp: {
    method: 'put',
    path: `${path}/totp`,
    summary: 'Replace your authenticator app',
    body: z.strictObject({ secret: z.string().max(256), code: verificationCode }),
    status: 204,
    permission,
    change,
    errors: [
      { code: 'user.totp_secret_invalid', status: 400 },
      ...accessErrors,
      'session.mfa.mfa_factor_not_enabled',
      'session.mfa.invalid_totp_code',
      'session.mfa.not_generated',
      { code: 'user.totp_secret_invalid', status: 400 },
    ],
  },
  replaceBackupCodes: {
    method: 'put',
    path: `${path}/backup-codes`,
    summary: 'Replace your backup codes',
    body: z.strictObject({ codes: backupCodes }),
    status: 204,
    permission,
    change,
    errors: [
      ...accessErrors,
      'session.mfa.mfa_factor_not_enabled',
      'session.mfa.not_generated',
      'session.mfa.backup_code_can_not_be_alone',
      'user.wrong_backup_code_format',
    ],
  },
  rename: {
    method: 'patch',
    path: `${path}/:verificationId/name`,
    summary: 'Rename one of your passkeys',
    body: z.strictObject({ name: passkeyName }),
    response: mfaView,
    status: 200,
    permission,
    change,
    errors: [...accessErrors, 'verification_record.not_found'],
  },
  delete: {
    method: 'delete',
    path: `${path}/:verificationId`,
    summary: 'Remove one of your MFA factors',
    status: 204,
    permission,
    change,
    errors: [...accessErrors, 'verification_record.not_found'],
  },
  generateTotpSecret: {
    method: 'post',
    path: `${path}/totp-secret/generate`,
    summary: 'Generate a secret for an authenticator app',
    response: z.object({ secret: z.string(), secretQrCode: z.string() }),
    status: 200,
    permission: 'openid',
  },
  generateBackupCodes: {
    method: 'post',
    path: `${path}/backup-codes/generate`,
    summary: 'Generate backup codes',
    response: z.object({ codes: z.array(z.string()) }),
    status: 200,
    permission: 'openid',
  },
  readBackupCodes: {
    method: 'get',
    path: `${path}/backup-codes`,
    summary:
      'Read how many backup codes exist and which are used; codes are shown once, when they are generated',
    response: z.object({
      codes: z.array(z.object({ code: z.string(), usedAt: z.iso.datetime().optional() })),
    }),
    status: 200,
    permission,
    errors: [
      { code: 'verification_record.not_found', status: 404 },
      ...accessErrors,
      'verification_record.not_found',
    ],
  },
  readSettings: {
    method: 'get',
    path: '/my-account/mfa-settings',
    summary: 'Read whether your MFA factors are required at sign-in',
    isFirstParty: true,
    response: settings,
    status: 200,
    permission,
    errors: accessErrors,
  },
  updateSettings: {
    method: 'patch',
    path: '/my-account/mfa-settings',
    summary: 'Set whether your MFA factors are required at sign-in',
    body: settings,
    response: settings,
    status: 200,
    permission,
    change,
    errors: accessErrors,
  },
});
