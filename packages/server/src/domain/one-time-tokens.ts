import { createHash } from 'node:crypto';
import type { InteractionEvent } from '@gatehouse/contract/experience.ts';
import { generateId, generateSecret } from '@gatehouse/contract/ids.ts';
import {
  type OneTimeToken,
  type OneTimeTokenStatus,
  oneTimeTokenLifetime,
} from '@gatehouse/contract/one-time-tokens.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { isSameAddress } from '../email-addresses.ts';
import { RequestError } from '../request-error.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** An active token past its expiry reads as expired. No job writes it. */
const currentStatus = (status: string, expiresAt: number) =>
  (status === 'active' && expiresAt <= Date.now() ? 'expired' : status) as OneTimeTokenStatus;

export const presentOneTimeToken = (
  { tokenHash: _, ...row }: Selectable<Tables['oneTimeTokens']>,
  vault: Vault,
): OneTimeToken => ({
  ...(row as Omit<OneTimeToken, 'status' | 'token'>),
  token: vault.open(row.token),
  status: currentStatus(row.status, row.expiresAt),
});

/** A token that proves an email address once. Not recorded as a change: they come by the thousand. */
export const createOneTimeToken = async (
  db: Kysely<Tables>,
  vault: Vault,
  { expiresIn = oneTimeTokenLifetime, ...fields }: { email: string; context?: object; expiresIn?: number },
) => {
  const token = generateSecret();
  const row = await db
    .insertInto('oneTimeTokens')
    .values({
      id: generateId(),
      email: fields.email,
      ...(fields.context ? { context: { ...fields.context } } : {}),
      tokenHash: hashOf(token),
      token: vault.seal(token),
      expiresAt: Date.now() + expiresIn * 1000,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentOneTimeToken(row, vault);
};

/** Uses a token up. Of two requests that come at once only one gets through. */
export const consumeOneTimeToken = async (
  db: Kysely<Tables>,
  vault: Vault,
  { token, email, event }: { token: string; email: string; event?: InteractionEvent },
) => {
  const row = await db
    .selectFrom('oneTimeTokens')
    .selectAll()
    .where('tokenHash', '=', hashOf(token))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new RequestError('one_time_token.token_not_found');
  if (!isSameAddress(row.email, email)) throw new RequestError('one_time_token.email_mismatch');
  const status = currentStatus(row.status, row.expiresAt);
  if (status !== 'active') throw new RequestError(`one_time_token.token_${status}`);
  const { interactionEvent } = row.context as OneTimeToken['context'];
  const isMeant = interactionEvent === undefined ? event !== 'ForgotPassword' : interactionEvent === event;
  if (event && !isMeant) throw new RequestError('one_time_token.interaction_event_mismatch');
  const consumed = await db
    .updateTable('oneTimeTokens')
    .set({ status: 'consumed' })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentOneTimeToken(consumed, vault);
};
