import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id, idList, timestamp } from './fields.ts';
import { email } from './patterns.ts';

export const oneTimeTokenStatuses = ['active', 'consumed', 'revoked', 'expired'] as const;
export const oneTimeTokenStatus = z.enum(oneTimeTokenStatuses);
export type OneTimeTokenStatus = z.infer<typeof oneTimeTokenStatus>;

const context = z.strictObject({
  /** Organizations that the user joins by using the token. */
  jitOrganizationIds: idList.optional(),
  /**
   * The event the token is valid for. Without it, the token signs in and registers. Only a token for `ForgotPassword`
   * can replace a password.
   */
  interactionEvent: z.enum(['SignIn', 'Register', 'ForgotPassword']).optional(),
});

export const oneTimeToken = z.object({
  tenantId: id,
  id,
  email,
  token: z.string().min(1).max(256),
  context: context.extend({
    /** The invitation whose link it is part of: it lets the invited user register where registration is closed. */
    invitationId: id.optional(),
  }),
  status: oneTimeTokenStatus,
  createdAt: timestamp,
  expiresAt: timestamp,
});
export type OneTimeToken = z.infer<typeof oneTimeToken>;

export const createOneTimeToken = z.strictObject({
  email,
  context: context.optional(),
  /** Seconds. */
  expiresIn: z
    .number()
    .int()
    .min(1)
    .max(10 * 365 * 86_400)
    .optional(),
});

/** Seconds. */
export const oneTimeTokenLifetime = 600;

/** An active token can be used up, revoked or run out; there is no way back. */
export const canMoveOneTimeToken = (from: OneTimeTokenStatus, to: OneTimeTokenStatus) =>
  from === 'active' && to !== 'active';

const read = 'one-time-tokens:read';
const write = 'one-time-tokens:write';
const change = 'one-time-token';

export const oneTimeTokens = defineRows({
  list: {
    method: 'get',
    path: '/one-time-tokens',
    summary: 'List one-time tokens, newest first',
    query: z.object({ email: z.string().max(128).optional(), status: oneTimeTokenStatus.optional() }),
    response: z.array(oneTimeToken),
    status: 200,
    permission: read,
    paging: 'onRequest',
  },
  create: {
    method: 'post',
    path: '/one-time-tokens',
    summary: 'Create a one-time token for an email address',
    body: createOneTimeToken,
    response: oneTimeToken,
    status: 201,
    permission: write,
    change,
  },
  read: {
    method: 'get',
    path: '/one-time-tokens/:id',
    summary: 'Read a one-time token',
    response: oneTimeToken,
    status: 200,
    permission: read,
  },
  delete: {
    method: 'delete',
    path: '/one-time-tokens/:id',
    summary: 'Delete a one-time token',
    status: 204,
    permission: write,
    change,
  },
  verify: {
    method: 'post',
    path: '/one-time-tokens/verify',
    summary: 'Consume a one-time token',
    body: z.strictObject({ token: z.string().min(1).max(4096), email }),
    response: oneTimeToken,
    status: 200,
    permission: write,
    change,
    errors: [
      'one_time_token.token_not_found',
      'one_time_token.email_mismatch',
      'one_time_token.token_expired',
      'one_time_token.token_consumed',
      'one_time_token.token_revoked',
    ],
  },
  setStatus: {
    method: 'put',
    path: '/one-time-tokens/:id/status',
    summary: 'Change the status of a one-time token',
    body: z.strictObject({ status: oneTimeTokenStatus }),
    response: oneTimeToken,
    status: 200,
    permission: write,
    change,
    errors: ['one_time_token.cannot_reactivate_token'],
  },
});
