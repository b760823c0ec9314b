import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { ConsentScopeIds } from './consent-scopes.ts';

/** The most that an application of others can ask its users for. Lists, because the provider copies what it keeps. */
export type ConsentCeiling = {
  userScopes: string[];
  /** Names. */
  organizationScopes: string[];
  /** Ids: a name alone does not say of which resource. */
  resourceScopeIds: string[];
  organizationResourceScopeIds: string[];
};

export const ceilingOf = async (db: Kysely<Tables>, ids: ConsentScopeIds): Promise<ConsentCeiling> => {
  const organizationScopes = await db
    .selectFrom('organizationScopes')
    .select('name')
    .where('id', 'in', ['', ...ids.organizationScopes])
    .execute();
  return {
    userScopes: [...ids.userScopes],
    organizationScopes: organizationScopes.map(({ name }) => name),
    resourceScopeIds: [...ids.resourceScopes],
    organizationResourceScopeIds: [...ids.organizationResourceScopes],
  };
};

export const loadConsentScopeIds = async (
  db: Kysely<Tables>,
  applicationId: string,
): Promise<ConsentScopeIds> => {
  const userScopes = await db
    .selectFrom('applicationConsentUserScopes')
    .select('userScope')
    .where('applicationId', '=', applicationId)
    .execute();
  const organizationScopes = await db
    .selectFrom('applicationConsentOrganizationScopes')
    .select('organizationScopeId')
    .where('applicationId', '=', applicationId)
    .execute();
  const scopeIds = async (
    table: 'applicationConsentResourceScopes' | 'applicationConsentOrganizationResourceScopes',
  ) => {
    const rows = await db
      .selectFrom(table)
      .select('scopeId')
      .where('applicationId', '=', applicationId)
      .execute();
    return rows.map(({ scopeId }) => scopeId);
  };
  return {
    userScopes: userScopes.map(({ userScope }) => userScope),
    organizationScopes: organizationScopes.map(({ organizationScopeId }) => organizationScopeId),
    resourceScopes: await scopeIds('applicationConsentResourceScopes'),
    organizationResourceScopes: await scopeIds('applicationConsentOrganizationResourceScopes'),
  };
};
