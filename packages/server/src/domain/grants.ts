import { allScope } from '@gatehouse/contract/dialect.ts';
import { billingPermission, isTenantPermission, type MemberPermission } from '@gatehouse/contract/scopes.ts';
import { type Kysely, sql } from 'kysely';
import { changedColumns } from '../database/recorder.ts';
import type { ChangeEntry, Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import { requireSight, sendsOut } from './outgoing-sight.ts';

/**
 * A caller that grants permissions of the management API of a tenant: the scopes of its token, limited to the current
 * ones.
 */
export type Granter = { kind: 'user' | 'application' | 'anonymous'; id: string; scopes: ReadonlySet<string> };

/**
 * Whether a holder of these scopes may grant a permission. Members of a tenant have their own permissions:
 * collaborators can grant every area, but only administrators the whole.
 */
export const mayGrant = (scopes: ReadonlySet<string>, permission: string) => {
  if (scopes.has(allScope) || scopes.has(permission)) return true;
  const [verb] = permission.split(':').slice(-1);
  const isFullMember = memberPermissions.every(name => scopes.has(name));
  if (permission === allScope) return isFullMember && scopes.has('manage:tenant');
  return isFullMember || (verb === 'read' && scopes.has('read:data'));
};

/** Whether these permissions of a member allow something about the tenant itself. */
export const allowsDuty = (scopes: ReadonlySet<string>, duty: MemberPermission) =>
  scopes.has(duty) || (duty === billingPermission && scopes.has('manage:tenant'));

/** A member can only assign, change or remove a role whose permissions it holds. */
export const requirePermissionsOf = (scopes: ReadonlySet<string>, role: readonly MemberPermission[]) => {
  const isDuty = (permission: MemberPermission) =>
    isTenantPermission(permission) || permission === billingPermission;
  const permissions = role.filter(permission =>
    isDuty(permission) ? !allowsDuty(scopes, permission) : !mayGrant(scopes, permission),
  );
  if (permissions.length > 0) throw new RequestError('auth.grant_exceeds_own', { data: { permissions } });
};

const memberPermissions = ['read:data', 'write:data', 'delete:data'];

/**
 * The one check behind everything that hands out management permissions: a caller can only grant what it holds. It
 * looks at the rows that a transaction has written, whichever handler wrote them, and so at undone changes too. It
 * runs inside that transaction, and the lock lets one such transaction of a tenant commit before the next one looks.
 */
export const createGrantGuard =
  (granter: Granter, { tenantId, audience }: { tenantId: string; audience: string }) =>
  async (db: Kysely<Tables>, entries: readonly ChangeEntry[]) => {
    if (mayGrant(granter.scopes, allScope)) return;
    const grants = entries.filter(isGrant);
    if (grants.length === 0) return;
    await sql`select pg_advisory_xact_lock(hashtext(${`gatehouse.grants.${tenantId}`}))`.execute(db);
    const scopes = await scopesBefore(db, granter, { grants, audience });
    const granted = await permissionsIn(db, grants, audience);
    requireHeld(scopes, granted);
    requireSight(scopes, grants);
  };

/** Whether the caller could have granted all permissions of an application: its secret gives access to all of them. */
export const hasPowerOf = async (
  db: Kysely<Tables>,
  granter: Granter,
  { applicationId, audience }: { applicationId: string; audience: string },
) => {
  if (mayGrant(granter.scopes, allScope)) return true;
  const power = await powerOf(db, [applicationId], audience);
  return power.every(permission => mayGrant(granter.scopes, permission));
};

const requireHeld = (scopes: ReadonlySet<string>, granted: readonly string[]) => {
  const permissions = [...new Set(granted)].filter(permission => !mayGrant(scopes, permission));
  if (permissions.length > 0) throw new RequestError('auth.grant_exceeds_own', { data: { permissions } });
};

/** Columns of an application that are no credentials. */
const plainColumns = ['name', 'description', 'custom_data'];

const grantTables = ['applications_roles', 'roles_scopes', 'scopes', 'resources', 'application_secrets'];

const isGrant = (entry: ChangeEntry) => {
  const { table, before, after } = entry;
  if (!after) return false;
  if (sendsOut(entry)) return true;
  if (table !== 'applications') return grantTables.includes(table);
  // A new application holds nothing; the keys and addresses of one that is there decide who can act as it.
  return before !== null && changedColumns(before, after).some(column => !plainColumns.includes(column));
};

const permissionsIn = async (db: Kysely<Tables>, grants: readonly ChangeEntry[], audience: string) => {
  const valuesOf = (table: string, column: string) =>
    grants.flatMap(grant => (grant.table === table ? [String(grant.after?.[column])] : []));
  const isTakenOver = valuesOf('resources', 'indicator').includes(audience);
  return [
    ...(isTakenOver ? [allScope] : []),
    ...(await scopesOfRoles(db, valuesOf('applications_roles', 'role_id'), audience)),
    ...(await namesOfScopes(
      db,
      [...valuesOf('roles_scopes', 'scope_id'), ...valuesOf('scopes', 'id')],
      audience,
    )),
    ...(await powerOf(
      db,
      [...valuesOf('application_secrets', 'application_id'), ...valuesOf('applications', 'id')],
      audience,
    )),
  ];
};

const scopesOfRoles = async (db: Kysely<Tables>, roleIds: readonly string[], audience: string) => {
  if (roleIds.length === 0) return [];
  const rows = await managementScopes(db, audience)
    .innerJoin('rolesScopes', 'rolesScopes.scopeId', 'scopes.id')
    .where('rolesScopes.roleId', 'in', roleIds)
    .execute();
  return rows.map(({ name }) => name);
};

const namesOfScopes = async (db: Kysely<Tables>, ids: readonly string[], audience: string) => {
  if (ids.length === 0) return [];
  const rows = await managementScopes(db, audience).where('scopes.id', 'in', ids).execute();
  return rows.map(({ name }) => name);
};

/** The combined management permissions of the applications. */
const powerOf = async (db: Kysely<Tables>, applicationIds: readonly string[], audience: string) => {
  if (applicationIds.length === 0) return [];
  const rows = await managementScopes(db, audience)
    .innerJoin('rolesScopes', 'rolesScopes.scopeId', 'scopes.id')
    .innerJoin('applicationsRoles', 'applicationsRoles.roleId', 'rolesScopes.roleId')
    .where('applicationsRoles.applicationId', 'in', applicationIds)
    .execute();
  return rows.map(({ name }) => name);
};

const managementScopes = (db: Kysely<Tables>, audience: string) =>
  db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select('scopes.name')
    .distinct()
    .where('resources.indicator', '=', audience);

/**
 * A machine may have lost a role while its request was on the way, and what this very transaction gives it does not
 * count. People are known by the database of another tenant: theirs were looked at when the request came in.
 */
const scopesBefore = async (
  db: Kysely<Tables>,
  { kind, id, scopes }: Granter,
  { grants, audience }: { grants: readonly ChangeEntry[]; audience: string },
) => {
  if (kind !== 'application') return scopes;
  const rows = await managementScopes(db, audience)
    .innerJoin('rolesScopes', 'rolesScopes.scopeId', 'scopes.id')
    .innerJoin('applicationsRoles', 'applicationsRoles.roleId', 'rolesScopes.roleId')
    .select(['scopes.id as scopeId', 'rolesScopes.roleId'])
    .where('applicationsRoles.applicationId', '=', id)
    .execute();
  const isNew = ({ scopeId, roleId }: { scopeId: string; roleId: string }) =>
    grants.some(
      ({ table, after }) =>
        (table === 'applications_roles' && after?.role_id === roleId && after.application_id === id) ||
        (table === 'roles_scopes' && after?.role_id === roleId && after.scope_id === scopeId) ||
        (table === 'scopes' && after?.id === scopeId),
    );
  return new Set(rows.filter(row => scopes.has(row.name) && !isNew(row)).map(({ name }) => name));
};
