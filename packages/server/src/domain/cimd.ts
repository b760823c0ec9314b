import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type ConsentCeiling, ceilingOf, loadConsentScopeIds } from './consent-ceiling.ts';
import type { ConsentScopeIds } from './consent-scopes.ts';
import { cimdConfigKey, readConfig } from './oidc-config.ts';

/** The tenant's settings for clients identified by a metadata document: whether they are allowed, and their scopes. */
export type StoredCimd = { enabled: boolean } & ConsentScopeIds;

const none: StoredCimd = {
  enabled: false,
  organizationScopes: [],
  resourceScopes: [],
  organizationResourceScopes: [],
  userScopes: [],
};

export const loadCimd = async (db: Kysely<Tables>): Promise<StoredCimd> => ({
  ...none,
  ...((await readConfig(db, cimdConfigKey)) as Partial<StoredCimd> | undefined),
});

/**
 * The scopes that a self-registered client may request: those of clients identified by a document, and those an
 * administrator granted to it alone.
 */
export const loadRegisteredCeiling = async (db: Kysely<Tables>, applicationId: string) => {
  const own = await loadConsentScopeIds(db, applicationId);
  const all = await loadCimd(db);
  return ceilingOf(db, {
    organizationScopes: [...new Set([...own.organizationScopes, ...all.organizationScopes])],
    resourceScopes: [...new Set([...own.resourceScopes, ...all.resourceScopes])],
    organizationResourceScopes: [
      ...new Set([...own.organizationResourceScopes, ...all.organizationResourceScopes]),
    ],
    userScopes: [...new Set([...own.userScopes, ...all.userScopes])],
  });
};

/** The most that any of them can ask for; nothing where the tenant wants none of them. */
export const loadCimdCeiling = async (db: Kysely<Tables>): Promise<ConsentCeiling | undefined> => {
  const stored = await loadCimd(db);
  return stored.enabled ? ceilingOf(db, stored) : undefined;
};
