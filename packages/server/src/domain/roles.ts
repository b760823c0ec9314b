import { managementRole } from '@gatehouse/contract/dialect.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';

export const findRole = async (db: Kysely<Tables>, id: string) => {
  const role = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst();
  if (!role) throw new RequestError('entity.not_exists_with_id', { data: { name: 'role', id } });
  return role;
};

/**
 * Each role that a change of several names, with what is to change. Locked in one order, so that two such changes wait
 * for each other and then see what the first has done.
 */
export const lockRoles = async <Change extends { id: string }>(
  db: Kysely<Tables>,
  table: 'roles' | 'organizationRoles',
  changes: readonly Change[],
) => {
  const found = await db
    .selectFrom(table)
    .select(['id', 'name', 'type'])
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const unknown = changes.find(({ id }) => !found.some(role => role.id === id));
  if (unknown)
    throw new RequestError('entity.not_exists_with_id', { data: { name: 'role', id: unknown.id } });
  return found.flatMap(role =>
    changes.filter(({ id }) => id === role.id).map(({ id: _, ...change }) => ({ role, ...change })),
  );
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

/** The management role keeps the product manageable: its permissions cannot be changed. */
export const requireOwnRole = (id: string) => {
  if (id === managementRole.id) throw new RequestError('role.internal_role_violation');
};

export const requireScopes = async (
  db: Kysely<Tables>,
  ids: string[],
  roleType: string,
  managementAudience: string,
) => {
  if (ids.length === 0) return;
  const scopes = await db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select(['scopes.id', 'resources.indicator'])
    .where('scopes.id', 'in', ids)
    .execute();
  const unknown = ids.filter(id => !scopes.some(scope => scope.id === id));
  if (unknown.length)
    throw new RequestError('entity.relation_foreign_key_not_found', { data: { scopeIds: unknown } });
  if (roleType === 'User' && scopes.some(({ indicator }) => indicator === managementAudience)) {
    throw new RequestError('role.management_api_scopes_not_assignable_to_user_role');
  }
};
