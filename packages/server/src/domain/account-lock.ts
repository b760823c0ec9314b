import { createHash } from 'node:crypto';
import { accountLockPath } from '@gatehouse/contract/account-lock.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { generateSecret } from '@gatehouse/contract/ids.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import { cancelDeletion } from './self-deletion.ts';
import { suspendUser } from './suspend-user.ts';

export const lockLinkDays = 7;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** A link by which the reader of a notice can lock the account once. */
export const createLockLink = async (
  db: Kysely<Tables>,
  { userId, notice, endpoint }: { userId: string; notice: string; endpoint: string },
) => {
  const token = generateSecret();
  const expiresAt = Date.now() + lockLinkDays * dayMs;
  await db
    .insertInto('lockLinks')
    .values({ tokenHash: hashOf(token), userId, notice, expiresAt })
    .execute();
  return `${endpoint}${accountLockPath}?token=${encodeURIComponent(token)}`;
};

/**
 * Locks the account that a link is for. Of requests that come at once one gets through: the user's row is held before the
 * link is taken, in the same order as a suspension, which takes all links of the user.
 */
export const lockAccount = async (tx: Write, token: string) => {
  const tokenHash = hashOf(token);
  const link = await tx.db
    .selectFrom('lockLinks')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', Date.now())
    .executeTakeFirst();
  const user = await tx.db
    .selectFrom('users')
    .select(['id', 'isSuspended', 'suspensionReason', 'deletionDueAt'])
    .where('id', '=', link?.userId ?? '')
    .forUpdate()
    .executeTakeFirst();
  const taken = await tx.db
    .deleteFrom('lockLinks')
    .where('tokenHash', '=', tokenHash)
    .returning('tokenHash')
    .executeTakeFirst();
  if (!link || !user || !taken) throw new RequestError('account_lock.invalid_link');
  // Locking the account cancels a pending deletion, which the owner did not request.
  if (user.deletionDueAt !== null) await cancelDeletion(tx, user.id);
  // An administrator who has suspended the user before keeps the say.
  const reason = user.isSuspended ? user.suspensionReason : 'SecurityNotice';
  return suspendUser(tx, user.id, true, reason);
};
