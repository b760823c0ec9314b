import type { ScopeSource } from '@gatehouse/contract/token-check.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** The roles behind each scope of a user, by the name of the scope. */
export type ScopeSources = ReadonlyMap<string, ScopeSource[]>;

type Asked = { userId: string; organizationId: string | undefined };

/** The roles that grant scopes of a resource: those in the organization, or else the user's own and those in any one. */
export const resourceScopeSources = async (
  db: Kysely<Tables>,
  resourceId: string,
  asked: Asked,
): Promise<ScopeSources> => {
  const inOrganizations = await heldIn(db, asked)
    .innerJoin('organizationRoleResourceScopes as granted', 'granted.organizationRoleId', 'role.id')
    .innerJoin('scopes as scope', 'scope.id', 'granted.scopeId')
    .where('scope.resourceId', '=', resourceId)
    .select('scope.name as scope')
    .execute();
  const ofOrganizations = inOrganizations.map(fromOrganization);
  if (asked.organizationId !== undefined) return byScope(ofOrganizations);
  const own = await db
    .selectFrom('usersRoles as held')
    .innerJoin('roles as role', 'role.id', 'held.roleId')
    .innerJoin('rolesScopes as granted', 'granted.roleId', 'role.id')
    .innerJoin('scopes as scope', 'scope.id', 'granted.scopeId')
    .where('held.userId', '=', asked.userId)
    .where('scope.resourceId', '=', resourceId)
    .select(['scope.name as scope', 'role.id', 'role.name'])
    .orderBy('role.name')
    .execute();
  return byScope([
    ...own.map(({ scope, ...role }) => ({ scope, source: { kind: 'role' as const, ...role } })),
    ...ofOrganizations,
  ]);
};

/** The roles that grant the scopes of an organization itself. */
export const organizationScopeSources = async (db: Kysely<Tables>, asked: Asked): Promise<ScopeSources> => {
  const rows = await heldIn(db, asked)
    .innerJoin('organizationRoleScopes as granted', 'granted.organizationRoleId', 'role.id')
    .innerJoin('organizationScopes as scope', 'scope.id', 'granted.organizationScopeId')
    .select('scope.name as scope')
    .execute();
  return byScope(rows.map(fromOrganization));
};

const heldIn = (db: Kysely<Tables>, { userId, organizationId }: Asked) =>
  db
    .selectFrom('organizationUserRoles as held')
    .innerJoin('organizationRoles as role', 'role.id', 'held.organizationRoleId')
    .innerJoin('organizations as organization', 'organization.id', 'held.organizationId')
    .where('held.userId', '=', userId)
    .$if(organizationId !== undefined, query => query.where('organization.id', '=', organizationId ?? ''))
    .select([
      'role.id',
      'role.name',
      'organization.id as organizationId',
      'organization.name as organizationName',
    ])
    .orderBy('role.name')
    .orderBy('organization.name');

type Held = { scope: string; id: string; name: string; organizationId: string; organizationName: string };

const fromOrganization = ({ scope, id, name, organizationId, organizationName }: Held) => ({
  scope,
  source: {
    kind: 'organization_role' as const,
    id,
    name,
    organization: { id: organizationId, name: organizationName },
  },
});

const byScope = (rows: { scope: string; source: ScopeSource }[]) => {
  const grouped = Map.groupBy(rows, ({ scope }) => scope);
  return new Map([...grouped].map(([scope, found]) => [scope, found.map(({ source }) => source)]));
};
