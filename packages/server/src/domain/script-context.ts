import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { findUser, presentUser } from './users.ts';

/** All that a script may know of a user: never passwords, never second factors themselves. */
export const describeUser = async (db: Kysely<Tables>, userId: string) => {
  const user = await findUser(db, userId);
  return {
    ...presentUser(user),
    ssoIdentities: await db
      .selectFrom('userSsoIdentities')
      .select(['issuer', 'identityId', 'detail'])
      .where('userId', '=', userId)
      .execute(),
    mfaVerificationFactors: [...new Set(user.mfaVerifications.map(({ type }) => type))],
    roles: await rolesOf(db, userId),
    organizations: await db
      .selectFrom('organizationUsers as member')
      .innerJoin('organizations', 'organizations.id', 'member.organizationId')
      .select(['organizations.id', 'organizations.name', 'organizations.description'])
      .where('member.userId', '=', userId)
      .execute(),
    organizationRoles: await db
      .selectFrom('organizationUserRoles as held')
      .innerJoin('organizationRoles as role', 'role.id', 'held.organizationRoleId')
      .select(['held.organizationId', 'role.id as roleId', 'role.name as roleName'])
      .where('held.userId', '=', userId)
      .execute(),
  };
};

export const describeOrganization = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name', 'description', 'customData'])
    .where('id', '=', id)
    .executeTakeFirst();

const rolesOf = async (db: Kysely<Tables>, userId: string) => {
  const rows = await db
    .selectFrom('usersRoles')
    .innerJoin('roles', 'roles.id', 'usersRoles.roleId')
    .leftJoin('rolesScopes', 'rolesScopes.roleId', 'roles.id')
    .leftJoin('scopes', 'scopes.id', 'rolesScopes.scopeId')
    .select(['roles.id', 'roles.name', 'roles.description'])
    .select(['scopes.id as scopeId', 'scopes.name as scopeName', 'scopes.resourceId'])
    .where('usersRoles.userId', '=', userId)
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, [first, ...rest]]) => ({
    id,
    name: first?.name,
    description: first?.description,
    scopes: [first, ...rest]
      .filter(row => row !== undefined && row.scopeId !== null)
      .map(row => ({ id: row?.scopeId, name: row?.scopeName, resourceId: row?.resourceId })),
  }));
};
