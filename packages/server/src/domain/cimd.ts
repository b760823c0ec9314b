import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type ConsentCeiling, ceilingOf } from './consent-ceiling.ts';
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

/** The most that any of them can ask for; nothing where the tenant wants none of them. */
export const loadCimdCeiling = async (db: Kysely<Tables>): Promise<ConsentCeiling | undefined> => {
  const stored = await loadCimd(db);
  return stored.enabled ? ceilingOf(db, stored) : undefined;
};
