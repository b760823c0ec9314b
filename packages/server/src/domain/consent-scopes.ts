import type { ConsentScopes } from '@gatehouse/contract/application-consent.ts';
import type { UserDataScope } from '@gatehouse/contract/scopes.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';

/** Scopes that third-party applications can request from users: scope IDs, and the names of user scopes. */
export type ConsentScopeIds = {
  organizationScopes: readonly string[];
  resourceScopes: readonly string[];
  organizationResourceScopes: readonly string[];
  userScopes: readonly string[];
};

/** With names, in their order; what was deleted meanwhile is left out. */
export const describeConsentScopes = async (
  db: Kysely<Tables>,
  ids: ConsentScopeIds,
): Promise<ConsentScopes> => ({
  organizationScopes: await db
    .selectFrom('organizationScopes')
    .select(['id', 'name', 'description'])
    .where('id', 'in', ['', ...ids.organizationScopes])
    .orderBy('name')
    .execute(),
  resourceScopes: await describeResourceScopes(db, ids.resourceScopes),
  organizationResourceScopes: await describeResourceScopes(db, ids.organizationResourceScopes),
  userScopes: ids.userScopes.toSorted() as UserDataScope[],
});

const describeResourceScopes = async (db: Kysely<Tables>, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('scopes as scope')
    .innerJoin('resources as resource', 'resource.id', 'scope.resourceId')
    .select(['scope.id', 'scope.name', 'scope.description'])
    .select(['resource.id as resourceId', 'resource.name as resourceName', 'resource.indicator'])
    .where('scope.id', 'in', ['', ...ids])
    .orderBy('resource.name')
    .orderBy('scope.name')
    .execute();
  return [...Map.groupBy(rows, row => row.resourceId).values()].map(scopes => {
    const { resourceId, resourceName, indicator } = scopes[0]!;
    return {
      resource: { id: resourceId, name: resourceName, indicator },
      scopes: scopes.map(({ id, name, description }) => ({ id, name, description })),
    };
  });
};

/** Refuses permissions that are not there, and those of the management API. */
export const requireConsentScopes = async (
  db: Kysely<Tables>,
  ids: Omit<ConsentScopeIds, 'userScopes'>,
  managementAudience: string,
) => {
  await requireOrganizationScopes(db, ids.organizationScopes);
  await requireResourceScopes(
    db,
    [...ids.resourceScopes, ...ids.organizationResourceScopes],
    managementAudience,
  );
};

const requireOrganizationScopes = async (db: Kysely<Tables>, ids: readonly string[]) => {
  if (ids.length === 0) return;
  const known = await db.selectFrom('organizationScopes').select('id').where('id', 'in', ids).execute();
  requireAll(ids, known);
};

const requireResourceScopes = async (
  db: Kysely<Tables>,
  ids: readonly string[],
  managementAudience: string,
) => {
  if (ids.length === 0) return;
  const known = await db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select(['scopes.id', 'resources.indicator'])
    .where('scopes.id', 'in', ids)
    .execute();
  requireAll(ids, known);
  if (known.some(({ indicator }) => indicator === managementAudience)) {
    throw new RequestError('application.consent_management_api_scopes_not_allowed');
  }
};

const requireAll = (ids: readonly string[], known: { id: string }[]) => {
  const invalid = ids.filter(id => !known.some(scope => scope.id === id));
  if (invalid.length) {
    throw new RequestError('application.user_consent_scopes_not_found', { data: { invalidScopes: invalid } });
  }
};
