import type { roles as rows } from '@gatehouse/contract/roles.ts';
import { sql } from 'kysely';
import { findRole } from '../../domain/roles.ts';
import { listUsers } from '../../domain/user-list.ts';
import { presentUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

type UserRows = Pick<typeof rows, 'listUsers' | 'assignUsers' | 'removeUser'>;

export const roleUsers: Handlers<UserRows> = {
  async listUsers({ db, params, query, page }) {
    await findRole(db, params.id);
    const holds = sql<boolean>`exists (
      select from users_roles held where held.user_id = searchable_users.id and held.role_id = ${params.id})`;
    const found = await listUsers(db, query, page, holds);
    return { ...found, items: found.items.map(presentUser) };
  },

  async assignUsers({ tx, db, params, body }) {
    const { type } = await findRole(db, params.id);
    if (type !== 'User') throw new RequestError('user.invalid_role_type');
    await tx.insertMany(
      'usersRoles',
      body.userIds.map(userId => ({ userId, roleId: params.id })),
    );
  },

  async removeUser({ tx, params }) {
    const removed = await tx.delete('usersRoles', { roleId: params.id, userId: params.userId });
    if (removed.length === 0) throw new RequestError('entity.not_found');
  },
};
