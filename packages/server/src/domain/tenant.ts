import { isClientDocument } from '@gatehouse/contract/cimd.ts';
import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { verifiedStatuses } from '@gatehouse/contract/domains.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, TenantDatabase } from '../database/database.ts';
import type { InvalidationTopic, Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { RequestError } from '../request-error.ts';
import { loadActions } from './actions.ts';
import { createCache, longLifeMs } from './cache.ts';
import { loadCimdCeiling } from './cimd.ts';
import {
  type ClientApplication,
  loadApplicationScopes,
  loadClientApplication,
} from './client-applications.ts';
import { ClientDocumentError, loadClientDocument } from './client-documents.ts';
import { loadIdTokenAlgorithms } from './companion-keys.ts';
import { loadOidcConfig } from './oidc-config.ts';
import { loadOneTap } from './one-tap.ts';
import { type Member, organizationScopesOf } from './organization-access.ts';
import { loadOwnLanguages, loadPagePhrases } from './page-phrases.ts';
import { loadPerson } from './people.ts';
import { type Brand, loadPublicExperience } from './public-experience.ts';
import { loadDefaultResource, loadResource, type ResourceWithScopes } from './resources.ts';
import { loadSignInConfiguration } from './sign-in/load.ts';
import { loadSignInExperience } from './sign-in-experience.ts';

/** One tenant as the running server sees it: where it is, its data, and what is kept of it in memory. */
export type Tenant = {
  readonly id: string;
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly issuer: string;
  /** Of all its addresses: a token that was made at one of them is good at the others. */
  issuers(): Promise<readonly string[]>;
  readonly database: TenantDatabase;
  readonly cached: TenantCache;
};

export type TenantCache = ReturnType<typeof createTenantCache>;

/** What the tables behind each cache are called when a change is told to the other processes. */
const topics = [
  'clients',
  'domains',
  'keys',
  'members',
  'people',
  'resources',
  'roles',
  'sign-in-experience',
  'tenant',
] as const satisfies readonly InvalidationTopic[];
type Topic = (typeof topics)[number];

/** A suspended tenant answers nobody until what it owes is paid. */
export const requireGoodStanding = async (tenant: Tenant) => {
  const { isSuspended } = await tenant.cached.standing();
  if (isSuspended) throw new RequestError('subscription.tenant_suspended');
};

export const loadStanding = (db: Kysely<Tables>) =>
  db.selectFrom('tenants').select(['planId', 'tag', 'isSuspended']).executeTakeFirstOrThrow();

const loadVerifiedDomains = async (db: Kysely<Tables>) => {
  const rows = await db
    .selectFrom('domains')
    .select('domain')
    .where('applicationId', 'is', null)
    .where('status', 'in', verifiedStatuses)
    .execute();
  return rows.map(({ domain }) => domain);
};

/** Anyone can name an address: one that fails is not asked again at once. */
const failedDocumentLifeMs = 60_000;

const createTenantCache = (
  database: TenantDatabase,
  { vault, documents, legalLinks = {} }: Omit<TenantDependencies, 'database'>,
) => {
  /** What the tenant has set itself goes first. */
  const withLegal = <Experience extends Required<LegalLinks>>(experience: Experience): Experience => ({
    ...experience,
    termsOfUseUrl: experience.termsOfUseUrl || legalLinks.termsOfUseUrl || null,
    privacyPolicyUrl: experience.privacyPolicyUrl || legalLinks.privacyPolicyUrl || null,
  });
  const single = <Value>(load: () => Promise<Value>, lifeMs?: number) => {
    const cache = createCache(load, 1, lifeMs);
    return { get: () => cache.get(''), clear: cache.clear };
  };
  const clients = createCache<ClientApplication | undefined>(id =>
    database.read(db => loadClientApplication(db, vault, id)),
  );
  const idTokenAlgorithms = single(() => database.read(loadIdTokenAlgorithms), longLifeMs);
  const documentCeiling = single(() => database.read(loadCimdCeiling));
  const failedDocuments = new LRUCache<string, ClientDocumentError>({ max: 500, ttl: failedDocumentLifeMs });
  const clientDocuments = createCache<ClientApplication | undefined>(
    async id => {
      const ceiling = await documentCeiling.get();
      if (!ceiling) return undefined;
      const failure = failedDocuments.get(id);
      if (failure) throw failure;
      return loadClientDocument(documents, id, ceiling).catch((error: unknown) => {
        if (error instanceof ClientDocumentError) failedDocuments.set(id, error);
        throw error;
      });
    },
    500,
    longLifeMs,
  );
  const resources = createCache<ResourceWithScopes | undefined>(indicator =>
    database.read(db => loadResource(db, indicator)),
  );
  const defaultResource = single(() => database.read(loadDefaultResource));
  const applicationScopes = createCache(id => database.read(db => loadApplicationScopes(db, id)));
  const signInExperience = single(() => database.read(loadSignInExperience));
  const signInConfiguration = single(async () => withLegal(await database.read(loadSignInConfiguration)));
  const publicExperience = createCache(key => {
    const brand = JSON.parse(key) as Brand;
    return database.read(async db => {
      const experience = withLegal(await loadPublicExperience(db, brand));
      return { ...experience, ...(await loadOneTap(db, vault, experience.socialConnectors)) };
    });
  });
  const pagePhrases = createCache(language => database.read(db => loadPagePhrases(db, language)), 50);
  const ownLanguages = single(() => database.read(loadOwnLanguages));
  const oidcConfig = single(() => database.read(db => loadOidcConfig(db, vault)), longLifeMs);

  const domains = single(() => database.read(loadVerifiedDomains));
  const actions = single(() => database.read(db => loadActions(db, vault)));
  const standing = single(() => database.read(loadStanding));
  const memberScopes = createCache(async key => {
    const [organizationId, kind, id] = JSON.parse(key) as [string, Member['kind'], string];
    const names = await database.read(db => organizationScopesOf(db, organizationId, { kind, id }));
    return new Set(names);
  });
  const people = createCache(id => database.read(db => loadPerson(db, id)));

  const byTopic: Record<Topic, { clear(): void }[]> = {
    clients: [clients, idTokenAlgorithms, publicExperience],
    domains: [domains],
    // What clients that registered themselves may ask for is a setting of the tenant.
    keys: [oidcConfig, actions, documentCeiling, clientDocuments, failedDocuments, clients],
    members: [memberScopes, publicExperience, people],
    people: [people],
    resources: [resources, defaultResource, people],
    roles: [applicationScopes, people],
    'sign-in-experience': [
      signInExperience,
      signInConfiguration,
      publicExperience,
      pagePhrases,
      ownLanguages,
    ],
    tenant: [standing, publicExperience, signInConfiguration],
  };
  return {
    client: (id: string) =>
      isClientDocument(id) ? clientDocuments.get(id).catch(() => undefined) : clients.get(id),
    /** An application that is named by the address of a document; says why the document is of no use. */
    clientDocument: clientDocuments.get,
    /** Those that applications have chosen for their ID tokens. */
    idTokenAlgorithms: idTokenAlgorithms.get,
    resource: resources.get,
    /** The indicator that applies when a request names none; `null` when there is no such resource. */
    defaultResource: defaultResource.get,
    /** Names of the scopes that an application's roles grant, by resource id. */
    applicationScopes: applicationScopes.get,
    signInExperience: signInExperience.get,
    /** What anybody may see of it, in the colours of an application and an organization. */
    publicExperience: ({ appId, organizationId }: Brand) =>
      publicExperience.get(JSON.stringify({ appId, organizationId })),
    /** The words of the pages in a language. */
    pagePhrases: pagePhrases.get,
    ownLanguages: ownLanguages.get,
    /** The sign-in experience with what else bears on who comes in. */
    signInConfiguration: signInConfiguration.get,
    oidcConfig: oidcConfig.get,
    /** The scripts that run at sign-in. */
    actions: actions.get,
    /** Custom domains that lead here. */
    domains: domains.get,
    /** What the tenant has paid for, and whether it may be used. */
    standing: standing.get,
    /** Names of what a member may do in an organization, as of now. */
    memberScopes: (organizationId: string, { kind, id }: Member) =>
      memberScopes.get(JSON.stringify([organizationId, kind, id])),
    /** Who is behind a token, as of now; only told of changes in the admin tenant. */
    person: people.get,
    invalidate(topic: string) {
      for (const cache of byTopic[topic as Topic] ?? Object.values(byTopic).flat()) cache.clear();
    },
  };
};

export const createTenant = (id: string, dependencies: TenantDependencies): Tenant => {
  const { database, endpointOf, endpointAt } = dependencies;
  const tenantDatabase = database.tenant(id);
  const { legalLinks, ...others } = dependencies;
  const cached = createTenantCache(tenantDatabase, id === adminTenantId ? dependencies : others);
  const endpoint = endpointOf(id);
  return {
    id,
    endpoint,
    issuer: issuerAt(endpoint),
    issuers: async () => [endpoint, ...(await cached.domains()).map(endpointAt)].map(issuerAt),
    database: tenantDatabase,
    cached,
  };
};

type LegalLinks = Pick<SignInExperience, 'termsOfUseUrl' | 'privacyPolicyUrl'>;

export type TenantDependencies = {
  database: Database;
  /** Of the company that runs the product: shown where people sign in to the console. */
  legalLinks?: Partial<LegalLinks>;
  vault: Vault;
  endpointOf(tenantId: string): string;
  /** Fetches documents about applications, at addresses that anybody may name. */
  documents: Outgoing;
  /** Where a custom domain is served. */
  endpointAt(domain: string): string;
};

/** The same tenant as somebody sees it who came by a custom domain. */
export const tenantAt = (tenant: Tenant, endpoint: string): Tenant => ({
  ...tenant,
  endpoint,
  issuer: issuerAt(endpoint),
});

const issuerAt = (endpoint: string) => `${endpoint}/oidc`;
