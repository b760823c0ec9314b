import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { codeIdentifier } from './experience-verifications.ts';
import { verificationCode } from './passcodes.ts';
import { email, phone } from './patterns.ts';
import { user, userProfile } from './users.ts';

/** A change that needs a fresh proof names it in this header; the second name is the dialect's. */
export const verificationHeaders = ['gatehouse-verification-id', 'logto-verification-id'] as const;

const path = '/my-account';
const view = user.partial();
const recordId = z.string().min(1).max(21);
const record = z.object({ verificationRecordId: z.string(), expiresAt: z.iso.datetime() });
/** Why an account or a part of it stays closed. */
export const accessErrors = [
  'account_center.not_enabled',
  'account_center.field_not_enabled',
  'account_center.field_not_editable',
  'verification_record.permission_denied',
] as const;

/** Proofs of a signed-in user. */
export const verifications = defineRows({
  createPassword: {
    method: 'post',
    path: '/verifications/password',
    summary: 'Prove by password that the user is still there',
    body: z.strictObject({ password: z.string().min(1) }),
    response: record,
    status: 201,
    permission: 'openid',
    errors: ['session.invalid_credentials', 'session.verification_blocked_too_many_attempts'],
  },
  sendCode: {
    method: 'post',
    path: '/verifications/verification-code',
    summary: 'Send a code to an address or number, of the user or one that the user wants',
    body: z.strictObject({
      identifier: codeIdentifier,
      templateType: z.enum(['BindMfa', 'UserPermissionValidation']).optional(),
    }),
    response: record,
    status: 201,
    permission: 'openid',
    errors: ['connector.not_found'],
  },
  verifyCode: {
    method: 'post',
    path: '/verifications/verification-code/verify',
    summary: 'Prove an address or number by the code',
    body: z.strictObject({ identifier: codeIdentifier, verificationId: recordId, code: verificationCode }),
    response: record.pick({ verificationRecordId: true }),
    status: 200,
    permission: 'openid',
    errors: ['verification_record.not_found', 'verification_code.code_mismatch', 'verification_code.expired'],
  },
});

/** What users see and change of their own account. */
export const account = defineRows({
  read: {
    method: 'get',
    path,
    summary: 'Read what the token and the account center open of the own account',
    response: view,
    status: 200,
    permission: 'openid',
    errors: accessErrors,
  },
  update: {
    method: 'patch',
    path,
    summary: 'Update the own name, picture, username or custom data',
    body: z.strictObject(
      user.pick({ name: true, avatar: true, username: true, customData: true }).partial().shape,
    ),
    response: view,
    status: 200,
    permission: 'profile',
    change: 'user',
    errors: [...accessErrors, 'user.username_already_in_use', 'user.username_required'],
  },
  updateProfile: {
    method: 'patch',
    path: `${path}/profile`,
    summary: 'Merge fields into the own profile',
    body: userProfile,
    response: userProfile,
    status: 200,
    permission: 'profile',
    change: 'user',
    errors: accessErrors,
  },
  updatePassword: {
    method: 'post',
    path: `${path}/password`,
    summary: 'Set the own password',
    body: z.strictObject({ password: z.string().min(1) }),
    status: 204,
    permission: 'openid',
    change: 'user',
    errors: [...accessErrors, 'password.rejected', 'user.same_password'],
  },
  setEmail: {
    method: 'post',
    path: `${path}/primary-email`,
    summary: 'Take over an address that was proven',
    body: z.strictObject({ email, newIdentifierVerificationRecordId: recordId }),
    status: 204,
    permission: 'email',
    change: 'user',
    errors: [...accessErrors, 'verification_record.not_found', 'user.email_already_in_use'],
  },
  deleteEmail: {
    method: 'delete',
    path: `${path}/primary-email`,
    summary: 'Remove the own address',
    status: 204,
    permission: 'email',
    change: 'user',
    errors: [...accessErrors, 'user.email_required', 'user.email_or_phone_required'],
  },
  setPhone: {
    method: 'post',
    path: `${path}/primary-phone`,
    summary: 'Take over a number that was proven',
    body: z.strictObject({ phone, newIdentifierVerificationRecordId: recordId }),
    status: 204,
    permission: 'phone',
    change: 'user',
    errors: [...accessErrors, 'verification_record.not_found', 'user.phone_already_in_use'],
  },
  deletePhone: {
    method: 'delete',
    path: `${path}/primary-phone`,
    summary: 'Remove the own number',
    status: 204,
    permission: 'phone',
    change: 'user',
    errors: [...accessErrors, 'user.phone_required', 'user.email_or_phone_required'],
  },
});
