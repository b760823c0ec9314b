import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { jsonObject, reference } from './fields.ts';
import { email, phone } from './patterns.ts';
import { uploadRow } from './user-assets.ts';
import { updateUserConfigs, userConfigs } from './user-configs.ts';
import { user, userProfile } from './users.ts';

/** A change that needs a fresh proof names it in this header; the second name is the dialect's. */
export const verificationHeaders = ['gatehouse-verification-id', 'logto-verification-id'] as const;

const path = '/my-account';
const view = user.partial();
export const recordId = reference;
/** Why an account or a part of it stays closed. */
export const accessErrors = [
  'account_center.not_enabled',
  'account_center.field_not_enabled',
  'account_center.field_not_editable',
  'verification_record.permission_denied',
] as const;

/** Methods for users to reauthenticate. */
export const presenceProofs = [
  'Password',
  'EmailVerificationCode',
  'PhoneVerificationCode',
  'Totp',
  'WebAuthn',
  'BackupCode',
] as const;
export type PresenceProof = (typeof presenceProofs)[number];

const profileFieldValues = z.strictObject({ values: jsonObject });

/** The account data that users can see and change. */
export const account = defineRows({
  read: {
    method: 'get',
    path,
    summary: "Read your account, as the token's scopes and the account center allow",
    response: view.extend({ hasSecurityVerificationMethod: z.boolean() }),
    status: 200,
    permission: 'openid',
    errors: accessErrors,
  },
  update: {
    method: 'patch',
    path,
    summary: 'Update your name, picture, username or custom data',
    body: z.strictObject(
      user.pick({ name: true, avatar: true, username: true, customData: true }).partial().shape,
    ),
    response: view,
    status: 200,
    permission: 'profile',
    change: 'user',
    errors: [...accessErrors, 'user.username_already_in_use', 'user.last_sign_in_method_required'],
  },
  updateProfile: {
    method: 'patch',
    path: `${path}/profile`,
    summary: 'Update fields of your profile',
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
    summary: 'Set your password',
    body: z.strictObject({ password: z.string().min(1) }),
    status: 204,
    permission: 'openid',
    change: 'user',
    errors: [...accessErrors, 'password.rejected', 'user.same_password'],
  },
  setEmail: {
    method: 'post',
    path: `${path}/primary-email`,
    summary: 'Set the verified email address',
    body: z.strictObject({ email, newIdentifierVerificationRecordId: recordId }),
    status: 204,
    permission: 'email',
    change: 'user',
    errors: [...accessErrors, 'verification_record.not_found', 'user.email_already_in_use'],
  },
  deleteEmail: {
    method: 'delete',
    path: `${path}/primary-email`,
    summary: 'Remove your email address',
    status: 204,
    permission: 'email',
    change: 'user',
    errors: [...accessErrors, 'user.last_sign_in_method_required'],
  },
  setPhone: {
    method: 'post',
    path: `${path}/primary-phone`,
    summary: 'Set the verified phone number',
    body: z.strictObject({ phone, newIdentifierVerificationRecordId: recordId }),
    status: 204,
    permission: 'phone',
    change: 'user',
    errors: [...accessErrors, 'verification_record.not_found', 'user.phone_already_in_use'],
  },
  deletePhone: {
    method: 'delete',
    path: `${path}/primary-phone`,
    summary: 'Remove your phone number',
    status: 204,
    permission: 'phone',
    change: 'user',
    errors: [...accessErrors, 'user.last_sign_in_method_required'],
  },
  readFields: {
    method: 'get',
    path: `${path}/profile-fields`,
    summary: 'Read your custom profile fields',
    response: profileFieldValues,
    status: 200,
    permission: 'profile',
    errors: accessErrors,
  },
  updateFields: {
    method: 'patch',
    path: `${path}/profile-fields`,
    summary: 'Update custom profile fields; null clears a field',
    body: profileFieldValues,
    response: profileFieldValues,
    status: 200,
    permission: 'profile',
    change: 'user',
    errors: [...accessErrors, 'guard.invalid_input'],
  },
  listProofs: {
    method: 'get',
    path: `${path}/proofs`,
    summary: "List the methods to verify the user's identity",
    isFirstParty: true,
    response: z.object({
      proofs: z.array(z.enum(presenceProofs)),
      /** The methods accepted for changing MFA factors. */
      factorProofs: z.array(z.enum(presenceProofs)),
      /** Counts as a proof for users who have no other. */
      isSignInRecent: z.boolean(),
    }),
    status: 200,
    permission: 'openid',
    errors: accessErrors,
  },
  readConfigs: {
    method: 'get',
    path: `${path}/logto-configs`,
    summary: 'Read your MFA and passkey preferences',
    isFirstParty: true,
    response: userConfigs,
    status: 200,
    permission: 'identities',
    errors: accessErrors,
  },
  updateConfigs: {
    method: 'patch',
    path: `${path}/logto-configs`,
    summary: 'Set your MFA and passkey preferences',
    body: updateUserConfigs,
    response: userConfigs,
    status: 200,
    permission: 'identities',
    change: 'user',
    errors: accessErrors,
  },
  uploadAvatar: uploadRow(`${path}/user-assets/avatar`, 'profile'),
});
