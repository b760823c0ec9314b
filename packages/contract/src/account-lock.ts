import { z } from 'zod';
import { defineRows } from './endpoint.ts';

/** The page that security notices link to. Opening it asks for confirmation, which then locks the account. */
export const accountLockPath = '/lock-account';

export const accountLock = defineRows({
  lock: {
    method: 'post',
    path: '/experience/account-lock',
    summary: 'Lock an account with the link of a security notice',
    body: z.strictObject({ token: z.string().min(1).max(256) }),
    status: 204,
    permission: 'public',
    perAddress: 'failures',
    errors: ['account_lock.invalid_link', 'request.address_rate_limited'],
  },
});
