import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** The caller in the context of an organization: a user or a machine. */
export type Member = { kind: 'user' | 'application'; id: string };

/** Names of the organization scopes that the member's roles grant there. */
export const organizationScopesOf = async (db: Kysely<Tables>, organizationId: string, member: Member) => {
  const rows = await rolesIn(db, organizationId, member)
    .innerJoin('organizationRoleScopes as granted', 'granted.organizationRoleId', 'held.organizationRoleId')
    .innerJoin('organizationScopes as scope', 'scope.id', 'granted.organizationScopeId')
    .select('scope.name')
    .distinct()
    .execute();
  return rows.map(({ name }) => name);
};

/** Names of the scopes of an API resource that the member's roles grant there. */
export const resourceScopesIn = async (
  db: Kysely<Tables>,
  organizationId: string,
  member: Member,
  resourceId: string,
) => {
  const rows = await rolesIn(db, organizationId, member)
    .innerJoin(
      'organizationRoleResourceScopes as granted',
      'granted.organizationRoleId',
      'held.organizationRoleId',
    )
    .innerJoin('scopes as scope', 'scope.id', 'granted.scopeId')
    .select('scope.name')
    .distinct()
    .where('scope.resourceId', '=', resourceId)
    .execute();
  return rows.map(({ name }) => name);
};

const rolesIn = (db: Kysely<Tables>, organizationId: string, { kind, id }: Member) => {
  const held =
    kind === 'user'
      ? db
          .selectFrom('organizationUserRoles')
          .select('organizationRoleId')
          .where('organizationId', '=', organizationId)
          .where('userId', '=', id)
      : db
          .selectFrom('organizationApplicationRoles')
          .select('organizationRoleId')
          .where('organizationId', '=', organizationId)
          .where('applicationId', '=', id);
  return db.selectFrom(held.as('held'));
};
