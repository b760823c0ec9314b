import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';

export const findRole = async (db: Kysely<Tables>, id: string) => {
  const role = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst();
  if (!role) throw new RequestError('entity.not_exists_with_id', { data: { name: 'role', id } });
  return role;
};

/** Whether a user or an application holds a role with this name now, regardless of its token. */
export const holdsRole = async (
  db: Kysely<Tables>,
  { kind, id }: { kind: 'user' | 'application' | 'anonymous'; id: string },
  name: string,
) => {
  const held =
    kind === 'application'
      ? db
          .selectFrom('applicationsRoles as held')
          .innerJoin('roles', 'roles.id', 'held.roleId')
          .select('roles.id')
          .where('held.applicationId', '=', id)
      : db
          .selectFrom('usersRoles as held')
          .innerJoin('roles', 'roles.id', 'held.roleId')
          .select('roles.id')
          .where('held.userId', '=', id);
  return (await held.where('roles.name', '=', name).executeTakeFirst()) !== undefined;
};
