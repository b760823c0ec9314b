import type { Write } from '../database/database.ts';
import { revokeEverything } from './sessions.ts';
import { presentUser, type UserRow, updateUser } from './users.ts';

/** Shuts somebody out, or lets them in again. */
export const suspendUser = async (tx: Write, userId: string, isSuspended: boolean) => {
  const user = await updateUser(tx, userId, { isSuspended });
  if (isSuspended) await revokeEverything(tx.db, user.id);
  tx.emit('User.SuspensionStatus.Updated', presentUser(user));
  return user;
};

export const deleteUser = async (tx: Write, user: UserRow) => {
  await revokeEverything(tx.db, user.id);
  await tx.delete('users', { id: user.id });
  tx.emit('User.Deleted', presentUser(user));
};
