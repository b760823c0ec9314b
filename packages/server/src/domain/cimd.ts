import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type ConsentCeiling, ceilingOf, loadConsentScopeIds } from './consent-ceiling.ts';
import type { ConsentScopeIds } from './consent-scopes.ts';
import { cimdConfigKey, readConfig } from './oidc-config.ts';

/** What a tenant says of applications that are named by the address of a document: whether, and how much. */
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
 * What a client that registered itself may ask for: the same as those that are named by a document, and what an
 * administrator has given to it alone.
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
