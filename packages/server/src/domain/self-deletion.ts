import { dayMs } from '@gatehouse/contract/duration.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import { credentialsChange } from './credential-changes.ts';
import { queueNotice } from './security-notices.ts';
import { revokeEverything } from './sessions.ts';
import type { UserRow } from './user-row.ts';
import { presentUser, updateUser } from './users.ts';

/**
 * The account is erased after the grace period. All that was signed in to ends now, and what is being signed in to at
 * this moment counts as from before, also when the user changes their mind later.
 */
export const scheduleDeletion = async (tx: Write, user: UserRow, due: { now: number; graceDays: number }) => {
  await holdUser(tx.db, user.id);
  const deletionDueAt = due.now + due.graceDays * dayMs;
  const stamp = { ...credentialsChange(tx, Date.now()), credentialsChangedIn: null };
  const updated = await updateUser(tx, user.id, { deletionDueAt, ...stamp });
  await revokeEverything(tx, user.id);
  await queueNotice(tx, { userId: user.id, ...updated }, { type: 'DeletionScheduled', deletionDueAt });
  tx.emit('User.Deletion.Scheduled', presentUser(updated));
  return { ...updated, deletionDueAt };
};

/** The row is held until the end of the transaction: either this keeps the account, or its erasure has it. */
export const cancelDeletion = async (tx: Write, userId: string) => {
  const held = await holdUser(tx.db, userId);
  if (held.deletionDueAt === null) throw new RequestError('user.deletion_not_pending');
  const user = await updateUser(tx, userId, { deletionDueAt: null });
  await queueNotice(tx, { userId, ...user }, { type: 'DeletionCanceled' });
  tx.emit('User.Deletion.Canceled', presentUser(user));
  return user;
};

const holdUser = async (db: Kysely<Tables>, id: string) => {
  const user = await db
    .selectFrom('users')
    .select('deletionDueAt')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new RequestError('entity.not_exists_with_id', { data: { name: 'user', id } });
  return user;
};
