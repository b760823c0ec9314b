import { z } from 'zod';
import { id, timestamp } from './fields.ts';
import { email } from './patterns.ts';

export const oneTimeTokenStatuses = ['active', 'consumed', 'revoked', 'expired'] as const;
export const oneTimeTokenStatus = z.enum(oneTimeTokenStatuses);
export type OneTimeTokenStatus = z.infer<typeof oneTimeTokenStatus>;

/** Organizations that the user joins by using the token. */
export const oneTimeTokenContext = z.strictObject({ jitOrganizationIds: z.array(id).optional() });

export const oneTimeToken = z.object({
  tenantId: id,
  id,
  email,
  token: z.string().min(1).max(256),
  context: oneTimeTokenContext,
  status: oneTimeTokenStatus,
  createdAt: timestamp,
  expiresAt: timestamp,
});
export type OneTimeToken = z.infer<typeof oneTimeToken>;

export const createOneTimeToken = z.strictObject({
  email,
  context: oneTimeTokenContext.optional(),
  /** Seconds. */
  expiresIn: z.number().int().min(1).optional(),
});

/** Seconds. */
export const oneTimeTokenLifetime = 600;

/** An active token can be used up, revoked or run out; there is no way back. */
export const canMoveOneTimeToken = (from: OneTimeTokenStatus, to: OneTimeTokenStatus) =>
  from === 'active' && to !== 'active';
