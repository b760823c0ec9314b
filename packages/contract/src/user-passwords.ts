import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { user } from './users.ts';

export const userPasswords = defineRows({
  updatePassword: {
    method: 'patch',
    path: '/users/:userId/password',
    summary: 'Set the password of a user',
    body: z.strictObject({ password: z.string().min(1).max(256) }),
    response: user,
    status: 200,
    permission: 'users:write',
    change: 'user',
    event: 'User.Data.Updated',
  },
  verifyPassword: {
    method: 'post',
    path: '/users/:userId/password/verify',
    summary: 'Verify the password of a user',
    body: z.strictObject({ password: z.string().min(1).max(256) }),
    status: 204,
    permission: 'users:write',
    errors: ['session.invalid_credentials'],
  },
  expirePassword: {
    method: 'patch',
    path: '/users/:userId/password/expiration',
    summary: 'Expire the password of a user, or cancel the expiration',
    body: z.strictObject({ isExpired: z.boolean() }),
    response: user,
    status: 200,
    permission: 'users:write',
    change: 'user',
    errors: ['sign_in_experiences.password_expiration_not_enabled'],
  },
  hasPassword: {
    method: 'get',
    path: '/users/:userId/has-password',
    summary: 'Check whether a user has a password',
    response: z.object({ hasPassword: z.boolean() }),
    status: 200,
    permission: 'users:read',
  },
});
