import type { LimitedRole } from '@gatehouse/contract/limited-roles.ts';
import { builtInRoleNames, builtInRoles } from '@gatehouse/contract/member-roles.ts';
import { isTenantPermission, type MemberPermission } from '@gatehouse/contract/scopes.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type Member, organizationScopesOf } from './organization-access.ts';
import { organizationRoleId } from './tenants.ts';

/** The current permissions of a member of a tenant, and the name of the role. */
export type Membership = {
  scopes: ReadonlySet<string>;
  role: string | undefined;
  /** Permissions for some objects only, which are no scopes anywhere. */
  limited: readonly LimitedRole[];
};

/**
 * Organization scopes, which tokens carry, and the permissions that only the role of a member knows. Roles of organizations
 * that stand for no tenant have none of the latter.
 */
export const loadMembership = async (
  db: Kysely<Tables>,
  organizationId: string,
  member: Member,
): Promise<Membership> => {
  const scopes = await organizationScopesOf(db, organizationId, member);
  if (member.kind === 'application') return { scopes: new Set(scopes), role: undefined, limited: [] };
  const roles = await heldRoles(db, organizationId, [member.id]);
  return {
    scopes: new Set([...scopes, ...roles.flatMap(({ permissions }) => permissions.filter(isOfRoleOnly))]),
    role: roles[0]?.name,
    limited: roles.flatMap(({ limited }) => limited ?? []),
  };
};

/** Organization scopes count as the database has them: another version of the product may know others. */
const isOfRoleOnly = (permission: string) => !isTenantPermission(permission);

export type HeldRole = {
  userId: string;
  id: string;
  name: string;
  permissions: readonly MemberPermission[];
  limited: LimitedRole | null;
};

const builtInById = new Map(
  builtInRoleNames.map(name => [
    organizationRoleId(name),
    { id: name, name, permissions: builtInRoles[name] ?? [], limited: null },
  ]),
);

export const builtInRoleOf = (organizationRoleId: string) => builtInById.get(organizationRoleId);

/** The roles that people have in a tenant: built-in ones by their names, the tenant's own ones by their IDs. */
export const heldRoles = async (
  db: Kysely<Tables>,
  organizationId: string,
  userIds?: readonly string[],
): Promise<HeldRole[]> => {
  const rows = await db
    .selectFrom('organizationUserRoles as held')
    .leftJoin('memberRoles as role', 'role.organizationRoleId', 'held.organizationRoleId')
    .select(['held.userId', 'held.organizationRoleId', 'role.name', 'role.permissions', 'role.limited'])
    .where('held.organizationId', '=', organizationId)
    .$if(userIds !== undefined, query => query.where('held.userId', 'in', [...(userIds ?? [])]))
    .orderBy('held.organizationRoleId')
    .execute();
  return rows.flatMap(({ userId, organizationRoleId: id, name, permissions, limited }) => {
    const builtIn = builtInRoleOf(id);
    if (builtIn) return { userId, ...builtIn };
    return name !== null && permissions !== null ? { userId, id, name, permissions, limited } : [];
  });
};
