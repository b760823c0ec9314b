import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** The most that an application of others can ask its users for. Lists, because the provider copies what it keeps. */
export type ConsentCeiling = {
  userScopes: string[];
  /** Names. */
  organizationScopes: string[];
  /** Ids: a name alone does not say of which resource. */
  resourceScopeIds: string[];
  organizationResourceScopeIds: string[];
};

export const loadConsentCeiling = async (
  db: Kysely<Tables>,
  applicationId: string,
): Promise<ConsentCeiling> => {
  const userScopes = await db
    .selectFrom('applicationConsentUserScopes')
    .select('userScope')
    .where('applicationId', '=', applicationId)
    .execute();
  const organizationScopes = await db
    .selectFrom('applicationConsentOrganizationScopes as allowed')
    .innerJoin('organizationScopes as scope', 'scope.id', 'allowed.organizationScopeId')
    .select('scope.name')
    .where('allowed.applicationId', '=', applicationId)
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
    organizationScopes: organizationScopes.map(({ name }) => name),
    resourceScopeIds: await scopeIds('applicationConsentResourceScopes'),
    organizationResourceScopeIds: await scopeIds('applicationConsentOrganizationResourceScopes'),
  };
};
