import type { SuspensionReason } from '@gatehouse/contract/users.ts';
import type { Write } from '../database/database.ts';
import { changedColumns } from '../database/recorder.ts';
import type { ChangeEntry } from '../database/tables.ts';
import { credentialsChange } from './credential-changes.ts';
import { revokeInvitationsOf } from './revoked-invitations.ts';
import { type Guarded, noticeChanges } from './security-notices.ts';
import { revokeEverything, revokeOtherAccess } from './sessions.ts';
import type { UserRow } from './user-row.ts';
import { presentUser, updateUser } from './users.ts';

/**
 * Suspends or reactivates a user. Suspension permanently ends their sessions and grants, also those being written at
 * the same moment, their account lock links, and the invitations they have sent.
 */
export const suspendUser = async (
  tx: Write,
  userId: string,
  isSuspended: boolean,
  suspensionReason: SuspensionReason | null = null,
) => {
  const ending = isSuspended ? credentialsChange(tx, Date.now()) : {};
  const user = await updateUser(tx, userId, { isSuspended, suspensionReason, ...ending });
  if (isSuspended) {
    await revokeEverything(tx, user.id);
    await revokeInvitationsOf(tx, user.id);
    await tx.db.deleteFrom('lockLinks').where('userId', '=', user.id).execute();
  }
  tx.emit('User.SuspensionStatus.Updated', presentUser(user));
  return user;
};

export const deleteUser = async (tx: Write, user: UserRow) => {
  await revokeEverything(tx, user.id);
  await tx.delete('users', { id: user.id });
  tx.emit('User.Deleted', presentUser(user));
};

const keepAccount = (tx: Write, userId: string) =>
  tx.db.updateTable('users').set({ deletionDueAt: null }).where('id', '=', userId).execute();

/** An undo that shuts users out or changes what they sign in with ends their sessions, like the change itself would. */
export const endAccessOfUndone = async (tx: Write, entries: readonly ChangeEntry[]) => {
  for (const { table, key, before, after } of entries) {
    if (table !== 'users') continue;
    const userId = String(key.id);
    const changed = before && after ? changedColumns(before, after) : [];
    if (!after || (changed.includes('is_suspended') && after.is_suspended))
      await revokeEverything(tx, userId);
    // An undo restores no pending deletion: its date may have passed.
    if (after?.deletion_due_at) await keepAccount(tx, userId);
    if (before && after) await noticeChanges(tx, userId, guardedOf(before), guardedOf(after));
    if (!changed.includes('password_encrypted') && !changed.includes('mfa_verifications')) continue;
    await tx.db
      .updateTable('users')
      .set(credentialsChange(tx, Date.now()))
      .where('id', '=', userId)
      .execute();
    await revokeOtherAccess(tx, userId, tx.origin.sessionUid);
  }
};

/** A row of the history: of factors it has only a fingerprint, which is enough to know that there were some. */
const guardedOf = (row: Record<string, unknown>) =>
  ({
    passwordEncrypted: row.password_encrypted,
    mfaVerifications: Array.isArray(row.mfa_verifications)
      ? row.mfa_verifications
      : [{ id: row.mfa_verifications }],
    primaryEmail: row.primary_email,
    isEmailVerified: row.is_email_verified,
    primaryPhone: row.primary_phone,
    username: row.username,
    identities: row.identities ?? {},
  }) as Guarded;
