import { isClientDocument } from '@gatehouse/contract/cimd.ts';
import type { CacheTopic } from '@gatehouse/contract/define-entity.ts';
import { verifiedStatuses } from '@gatehouse/contract/domains.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { TenantDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { loadActions } from './actions.ts';
import { createCache, createSingleCache, longLifeMs } from './cache.ts';
import { loadCimdCeiling } from './cimd.ts';
import {
  type ClientApplication,
  loadApplicationScopes,
  loadClientApplication,
} from './client-applications.ts';
import { ClientDocumentError, loadClientDocument } from './client-documents.ts';
import { loadIdTokenAlgorithms } from './companion-keys.ts';
import { loadMembership } from './membership.ts';
import { loadOidcConfig } from './oidc-config.ts';
import { loadOneTap } from './one-tap.ts';
import type { Member } from './organization-access.ts';
import { loadOwnLanguages, loadPagePhrases } from './page-phrases.ts';
import { loadPerson } from './people.ts';
import { listProfileFields } from './profile-fields.ts';
import { type Brand, loadPublicExperience } from './public-experience.ts';
import { loadDefaultResource, loadResource, type ResourceWithScopes } from './resources.ts';
import { loadSignInConfiguration } from './sign-in/load.ts';
import { loadSignInExperience } from './sign-in-experience.ts';

export type TenantCache = ReturnType<typeof createTenantCache>;

type LegalLinks = Pick<SignInExperience, 'termsOfUseUrl' | 'privacyPolicyUrl'>;

export type CacheDependencies = {
  /** Of the company that runs the product: shown where people sign in to the console. */
  legalLinks?: Partial<LegalLinks>;
  vault: Vault;
  /** Fetches documents about applications, at URLs that any client can name. */
  documents: Outgoing;
};

/** The names of the tables behind each cache, as other processes get them when a change is announced. */
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
] as const satisfies readonly CacheTopic[];
type Topic = (typeof topics)[number];

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

/** Applications that are named by the address of a document. */
const cacheClientDocuments = (database: TenantDatabase, documents: Outgoing) => {
  const documentCeiling = createSingleCache(() => database.read(loadCimdCeiling));
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
  return { documentCeiling, failedDocuments, clientDocuments };
};

const cacheApplications = (database: TenantDatabase, vault: Vault) => ({
  clients: createCache<ClientApplication | undefined>(id =>
    database.read(db => loadClientApplication(db, vault, id)),
  ),
  idTokenAlgorithms: createSingleCache(() => database.read(loadIdTokenAlgorithms), longLifeMs),
  applicationScopes: createCache(id => database.read(db => loadApplicationScopes(db, id))),
});

/** Caches for the sign-in pages and for sign-in decisions. */
const cacheSignIn = (
  database: TenantDatabase,
  { vault, legalLinks = {} }: Omit<CacheDependencies, 'documents'>,
) => {
  /** The tenant's own links take precedence. */
  const withLegal = <Experience extends Required<LegalLinks>>(experience: Experience): Experience => ({
    ...experience,
    termsOfUseUrl: experience.termsOfUseUrl || legalLinks.termsOfUseUrl || null,
    privacyPolicyUrl: experience.privacyPolicyUrl || legalLinks.privacyPolicyUrl || null,
  });
  return {
    signInExperience: createSingleCache(() => database.read(loadSignInExperience)),
    signInConfiguration: createSingleCache(async () =>
      withLegal(await database.read(loadSignInConfiguration)),
    ),
    publicExperience: createCache(key => {
      const brand = JSON.parse(key) as Brand;
      return database.read(async db => {
        const experience = withLegal(await loadPublicExperience(db, brand));
        return { ...experience, ...(await loadOneTap(db, vault, experience.socialConnectors)) };
      });
    }),
    pagePhrases: createCache(language => database.read(db => loadPagePhrases(db, language)), 50),
    ownLanguages: createSingleCache(() => database.read(loadOwnLanguages)),
    profileFields: createSingleCache(() => database.read(listProfileFields)),
  };
};

/** Caches of the permissions of users and applications. */
const cacheAccess = (database: TenantDatabase) => ({
  resources: createCache<ResourceWithScopes | undefined>(indicator =>
    database.read(db => loadResource(db, { indicator })),
  ),
  defaultResource: createSingleCache(() => database.read(loadDefaultResource)),
  memberships: createCache(key => {
    const [organizationId, kind, id] = JSON.parse(key) as [string, Member['kind'], string];
    return database.read(db => loadMembership(db, organizationId, { kind, id }));
  }),
  people: createCache(id => database.read(db => loadPerson(db, id))),
});

const cacheTenant = (database: TenantDatabase, vault: Vault) => ({
  oidcConfig: createSingleCache(() => database.read(db => loadOidcConfig(db, vault)), longLifeMs),
  domains: createSingleCache(() => database.read(loadVerifiedDomains)),
  actions: createSingleCache(() => database.read(db => loadActions(db, vault))),
  standing: createSingleCache(() => database.read(loadStanding)),
});

export const createTenantCache = (
  database: TenantDatabase,
  { vault, documents, legalLinks }: CacheDependencies,
) => {
  const { documentCeiling, failedDocuments, clientDocuments } = cacheClientDocuments(database, documents);
  const { clients, idTokenAlgorithms, applicationScopes } = cacheApplications(database, vault);
  const {
    signInExperience,
    signInConfiguration,
    publicExperience,
    pagePhrases,
    ownLanguages,
    profileFields,
  } = cacheSignIn(database, { vault, legalLinks });
  const { resources, defaultResource, memberships, people } = cacheAccess(database);
  const { oidcConfig, domains, actions, standing } = cacheTenant(database, vault);

  const byTopic: Record<Topic, { clear(): void }[]> = {
    clients: [clients, idTokenAlgorithms, publicExperience],
    domains: [domains],
    // The scopes that self-registered clients may request are a tenant setting, so `clients` is cleared, too.
    keys: [oidcConfig, actions, documentCeiling, clientDocuments, failedDocuments, clients],
    members: [memberships, publicExperience, people],
    people: [people],
    resources: [resources, defaultResource, people],
    roles: [applicationScopes, people],
    'sign-in-experience': [
      signInExperience,
      signInConfiguration,
      publicExperience,
      pagePhrases,
      ownLanguages,
      profileFields,
    ],
    tenant: [standing, publicExperience, signInConfiguration],
  };
  return {
    client: (id: string) =>
      isClientDocument(id) ? clientDocuments.get(id).catch(() => undefined) : clients.get(id),
    /** An application that is named by the address of a document; says why the document is of no use. */
    clientDocument: clientDocuments.get,
    /** The signing algorithms that applications have chosen for their ID tokens. */
    idTokenAlgorithms: idTokenAlgorithms.get,
    resource: resources.get,
    /** The indicator that applies when a request names none; `null` when there is no such resource. */
    defaultResource: defaultResource.get,
    /** Names of the scopes that an application's roles grant, by resource id. */
    applicationScopes: applicationScopes.get,
    signInExperience: signInExperience.get,
    /** The public part of it, with the colors of an application and an organization. */
    publicExperience: ({ appId, organizationId }: Brand) =>
      publicExperience.get(JSON.stringify({ appId, organizationId })),
    /** The words of the pages in a language. */
    pagePhrases: pagePhrases.get,
    ownLanguages: ownLanguages.get,
    /** The profile fields that the tenant asks for. */
    profileFields: profileFields.get,
    /** The sign-in experience with what else bears on who comes in. */
    signInConfiguration: signInConfiguration.get,
    oidcConfig: oidcConfig.get,
    /** The scripts that run at sign-in. */
    actions: actions.get,
    /** Custom domains that lead here. */
    domains: domains.get,
    /** The tenant's plan, and whether the tenant may be used. */
    standing: standing.get,
    /** The current permissions of a member in an organization, and the role. */
    membership: (organizationId: string, { kind, id }: Member) =>
      memberships.get(JSON.stringify([organizationId, kind, id])),
    /** The current owner of a token. Only changes in the admin tenant are announced. */
    person: people.get,
    invalidate(topic: string) {
      for (const cache of byTopic[topic as Topic] ?? Object.values(byTopic).flat()) cache.clear();
    },
  };
};
