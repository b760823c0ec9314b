import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { jsonObject } from './fields.ts';
import { codeErrors, verificationCode } from './passcodes.ts';
import { email } from './patterns.ts';
import { uploadRow, userAssets } from './user-assets.ts';
import { user } from './users.ts';

const password = z.string().min(1).max(256);

/** How administrators prove that they are still there before a change that gives access to their account. */
const consoleProofs = ['Password', 'EmailVerificationCode', 'SignIn'] as const;
export type ConsoleProof = (typeof consoleProofs)[number];

export const me = defineRows({
  read: {
    method: 'get',
    path: '/me',
    summary: 'Read the signed-in administrator',
    response: user,
    status: 200,
    permission: 'me',
  },
  update: {
    method: 'patch',
    path: '/me',
    summary: 'Update the signed-in administrator',
    body: z.strictObject({
      ...user.pick({ name: true, avatar: true }).partial().shape,
      username: user.shape.username.unwrap().optional(),
      primaryEmail: user.shape.primaryEmail.unwrap().optional(),
    }),
    response: user,
    status: 200,
    permission: 'me',
    change: 'user',
    errors: [
      'user.suspended',
      'user.username_already_in_use',
      'user.email_already_in_use',
      'session.verification_failed',
      'session.verification_session_not_found',
    ],
  },
  readCustomData: {
    method: 'get',
    path: '/me/custom-data',
    summary: 'Read the custom data of the signed-in administrator',
    response: jsonObject,
    status: 200,
    permission: 'me',
  },
  updateCustomData: {
    method: 'patch',
    path: '/me/custom-data',
    summary: 'Merge fields into the custom data of the signed-in administrator',
    body: jsonObject,
    response: jsonObject,
    status: 200,
    permission: 'me',
  },
  readProof: {
    method: 'get',
    path: '/me/proof',
    summary: 'Read how to verify your identity before you change your credentials',
    response: z.object({ missing: z.enum(consoleProofs).nullable() }),
    status: 200,
    permission: 'me',
  },
  verifyPassword: {
    method: 'post',
    path: '/me/password/verify',
    summary: "Verify the administrator's password, for ten minutes",
    body: z.strictObject({ password }),
    status: 204,
    permission: 'me',
    errors: ['session.invalid_credentials', 'session.verification_blocked_too_many_attempts'],
  },
  updatePassword: {
    method: 'post',
    path: '/me/password',
    summary: 'Set the password of the signed-in administrator',
    body: z.strictObject({ password }),
    status: 204,
    permission: 'me',
    change: 'user',
    errors: ['session.verification_failed', 'password.rejected', 'user.same_password'],
  },
  sendCode: {
    method: 'post',
    path: '/me/verification-codes',
    summary: 'Send a code to your current or new email address',
    body: z.strictObject({ email }),
    status: 204,
    permission: 'me',
    perAddress: 'messages',
    errors: ['connector.not_found', 'request.message_rate_limited', 'request.address_rate_limited'],
  },
  verifyCode: {
    method: 'post',
    path: '/me/verification-codes/verify',
    summary: 'Verify an email address with a code, for ten minutes',
    body: z.strictObject({ email, verificationCode }),
    status: 204,
    permission: 'me',
    errors: codeErrors,
  },
  readUploadStatus: {
    ...userAssets.readStatus,
    path: '/me/user-assets/service-status',
    permission: 'me',
  },
  upload: uploadRow('/me/user-assets', 'me'),
});
