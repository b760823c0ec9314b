import { createHash } from 'node:crypto';
import { sendLimit } from '@gatehouse/contract/passcodes.ts';
import type { Kysely } from 'kysely';
import type { Origin } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { asSent } from '../email-addresses.ts';
import { RequestError } from '../request-error.ts';
import { takeTurn } from './rate-limits.ts';
import { liveTenant, type Tenant } from './tenant.ts';

type Identifier = { type: string; value: string };

/** Remembers whom the message was for, so that webhooks can be called once the transaction is over. */
export class MessageLimitError extends RequestError {
  readonly identifier: Identifier;

  constructor(identifier: Identifier, retryAfterSeconds: number) {
    super('request.message_rate_limited', { retryAfterSeconds });
    this.identifier = identifier;
  }
}

/** The same mailbox in other letters gets no more messages. */
const mailboxOf = ({ type, value }: Identifier) => (type === 'email' ? asSent(value) : value.toLowerCase());

const limitedTurns = (
  tenantId: string,
  targetType: 'Recipient' | 'Sender',
  { type, value }: Identifier,
  { action, limit }: { action: string; limit: number },
) => ({
  tenantId,
  targetType,
  targetHash: createHash('sha256')
    .update(targetType === 'Sender' ? value.toLowerCase() : `${type}:${mailboxOf({ type, value })}`)
    .digest('hex'),
  action,
  limit,
  windowMs: sendLimit.window * 1000,
});

/** Limits messages, so that mailboxes are not flooded and text messages do not run up a bill. */
export const requireFewSent = async (
  db: Kysely<Tables>,
  tenantId: string,
  recipient: Identifier,
  senderId?: string,
) => {
  const counted = { action: 'messages', limit: sendLimit.messages };
  const limits = [
    limitedTurns(tenantId, 'Recipient', recipient, counted),
    ...(senderId === undefined
      ? []
      : [limitedTurns(tenantId, 'Sender', { type: 'user', value: senderId }, counted)]),
  ];
  for (const limited of limits) {
    const turn = await takeTurn(db, limited);
    if ('retryAfterSeconds' in turn) throw new MessageLimitError(recipient, turn.retryAfterSeconds);
  }
};

/** Webhooks are notified once per limit period, however many requests follow. */
export const tellMessageLimit = ({ tenant, origin }: { tenant: Tenant; origin: Origin }, error: unknown) => {
  if (!(error instanceof MessageLimitError)) return undefined;
  const { identifier, retryAfterSeconds } = error;
  return liveTenant(tenant).database.write(origin, async tx => {
    const told = limitedTurns(tenant.id, 'Recipient', identifier, { action: 'limit-told', limit: 1 });
    const turn = await takeTurn(tx.db, told);
    if ('id' in turn) tx.emit('Message.RateLimited', { ...identifier, retryAfterSeconds });
  });
};
