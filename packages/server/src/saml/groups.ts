import type { SamlApplicationConfig } from '@gatehouse/contract/saml.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** The names that service providers can map to groups, each as a separate value. */
export type Groups = {
  roles?: string[];
  organizations?: string[];
  /** `organization:role`, both by name. */
  organization_roles?: string[];
};

/** Only what the application maps is looked up. */
export const groupsOf = async (
  db: Kysely<Tables>,
  userId: string,
  mapping: SamlApplicationConfig['attributeMapping'],
): Promise<Groups> => ({
  ...(mapping.roles ? { roles: await rolesOf(db, userId) } : {}),
  ...(mapping.organizations ? { organizations: await organizationsOf(db, userId) } : {}),
  ...(mapping.organization_roles ? { organization_roles: await organizationRolesOf(db, userId) } : {}),
});

const rolesOf = async (db: Kysely<Tables>, userId: string) => {
  const rows = await db
    .selectFrom('usersRoles')
    .innerJoin('roles', 'roles.id', 'usersRoles.roleId')
    .select('roles.name')
    .where('usersRoles.userId', '=', userId)
    .orderBy('roles.name')
    .execute();
  return rows.map(({ name }) => name);
};

const organizationsOf = async (db: Kysely<Tables>, userId: string) => {
  const rows = await db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .select('organizations.name')
    .where('organizationUsers.userId', '=', userId)
    .orderBy('organizations.name')
    .execute();
  return rows.map(({ name }) => name);
};

const organizationRolesOf = async (db: Kysely<Tables>, userId: string) => {
  const rows = await db
    .selectFrom('organizationUserRoles')
    .innerJoin('organizations', 'organizations.id', 'organizationUserRoles.organizationId')
    .innerJoin('organizationRoles', 'organizationRoles.id', 'organizationUserRoles.organizationRoleId')
    .select(['organizations.name as organization', 'organizationRoles.name as role'])
    .where('organizationUserRoles.userId', '=', userId)
    .orderBy('organizations.name')
    .orderBy('organizationRoles.name')
    .execute();
  return rows.map(({ organization, role }) => `${organization}:${role}`);
};
