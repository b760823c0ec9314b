import type { Database, Origin, TenantDatabase } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { createCache } from './cache.ts';
import {
  type ClientApplication,
  loadApplicationScopes,
  loadClientApplication,
} from './client-applications.ts';
import { loadOidcConfig } from './oidc-config.ts';
import { loadDefaultResource, loadResource, type ResourceWithScopes } from './resources.ts';
import { loadSignInConfiguration } from './sign-in/load.ts';
import { loadSignInExperience } from './sign-in-experience.ts';

/** One tenant as the running server sees it: where it is, its data, and what is kept of it in memory. */
export type Tenant = {
  readonly id: string;
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly issuer: string;
  readonly database: TenantDatabase;
  readonly cached: TenantCache;
};

export type TenantCache = ReturnType<typeof createTenantCache>;

/** What the tables behind each cache are called when a change is told to the other processes. */
export const topics = ['clients', 'keys', 'resources', 'roles', 'sign-in-experience'] as const;
export type Topic = (typeof topics)[number];

/** What must be forgotten when an object of a kind changes. Kinds that no cache holds are not listed. */
export const topicsOfChange: Readonly<Record<string, readonly Topic[]>> = {
  application: ['clients', 'roles'],
  resource: ['resources', 'roles'],
  scope: ['resources', 'roles'],
  role: ['roles'],
  'signing-keys': ['keys'],
  'cookie-keys': ['keys'],
  'oidc-session': ['keys'],
  'id-token': ['keys'],
  'jwt-customizer': ['keys'],
  'sign-in-experience': ['sign-in-experience'],
  'captcha-provider': ['sign-in-experience'],
  connector: ['sign-in-experience'],
  'custom-phrase': ['sign-in-experience'],
  'custom-profile-field': ['sign-in-experience'],
  'sso-connector': ['sign-in-experience'],
};

/** Stands for the server itself where no caller is behind a write. */
export const systemOrigin = (name: string): Origin => ({
  actor: { kind: 'system', id: name, name },
  requestId: name,
  via: { method: 'SYSTEM', path: name },
});

const createTenantCache = (database: TenantDatabase, vault: Vault) => {
  const single = <Value>(load: () => Promise<Value>) => {
    const cache = createCache(load, 1);
    return { get: () => cache.get(''), clear: cache.clear };
  };
  const clients = createCache<ClientApplication | undefined>(id =>
    database.read(db => loadClientApplication(db, vault, id)),
  );
  const resources = createCache<ResourceWithScopes | undefined>(indicator =>
    database.read(db => loadResource(db, indicator)),
  );
  const defaultResource = single(() => database.read(loadDefaultResource));
  const applicationScopes = createCache(id => database.read(db => loadApplicationScopes(db, id)));
  const signInExperience = single(() => database.read(loadSignInExperience));
  const signInConfiguration = single(() => database.read(loadSignInConfiguration));
  const oidcConfig = single(() => database.read(db => loadOidcConfig(db, vault)));

  const byTopic: Record<Topic, { clear(): void }[]> = {
    clients: [clients],
    keys: [oidcConfig],
    resources: [resources, defaultResource],
    roles: [applicationScopes],
    'sign-in-experience': [signInExperience, signInConfiguration],
  };
  return {
    client: clients.get,
    resource: resources.get,
    /** The indicator that applies when a request names none; `null` when there is no such resource. */
    defaultResource: defaultResource.get,
    /** Names of the scopes that an application's roles grant, by resource id. */
    applicationScopes: applicationScopes.get,
    signInExperience: signInExperience.get,
    /** The sign-in experience with what else bears on who comes in. */
    signInConfiguration: signInConfiguration.get,
    oidcConfig: oidcConfig.get,
    invalidate(topic: string) {
      for (const cache of byTopic[topic as Topic] ?? Object.values(byTopic).flat()) cache.clear();
    },
  };
};

export const createTenant = (
  id: string,
  endpoint: string,
  { database, vault }: { database: Database; vault: Vault },
): Tenant => {
  const tenantDatabase = database.tenant(id);
  return {
    id,
    endpoint,
    issuer: `${endpoint}/oidc`,
    database: tenantDatabase,
    cached: createTenantCache(tenantDatabase, vault),
  };
};
