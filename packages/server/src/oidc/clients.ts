import { timingSafeEqual } from 'node:crypto';
import { isClientDocument } from '@gatehouse/contract/cimd.ts';
import { wantsExactUris } from '@gatehouse/contract/client-metadata.ts';
import {
  accountCenterApplicationId,
  adminTenantId,
  consoleApplicationId,
  demoApplicationId,
} from '@gatehouse/contract/dialect.ts';
import { draftPreviewLinkPath } from '@gatehouse/contract/draft-preview-paths.ts';
import { generateSecret } from '@gatehouse/contract/ids.ts';
import { hasWildcard, matchesWildcard, withoutFlaws } from '@gatehouse/contract/redirect-uris.ts';
import { reservedScopes } from '@gatehouse/contract/scopes.ts';
import {
  type Client,
  type ClientMetadata,
  errors,
  type KoaContextWithOIDC,
  type Provider,
} from 'oidc-provider';
import type { Vault } from '../database/vault.ts';
import { type ClientApplication, type ClientSecret, isSecretExpired } from '../domain/client-applications.ts';
import { ClientDocumentError } from '../domain/client-documents.ts';
import { ensureCompanions } from '../domain/ensure-companions.ts';
import { isSharedWildcard } from '../domain/shared-wildcards.ts';
import type { Tenant } from '../domain/tenant.ts';
import { endpointAt } from '../http/tenant-address.ts';
import { applicationOf, applicationProperty } from './application-of.ts';
import { deviceCodeGrant, tokenExchangeGrant } from './grant-types.ts';
import { newClient, ruleClients } from './patches/clients.ts';
import { currentContext } from './patches/current-context.ts';
import { profileMetadata } from './security-profile.ts';

/** The library insists on one secret for confidential clients; ours are compared by `findSecret` instead. */
const placeholderSecret = generateSecret();

const day = 24 * 60 * 60;

/** The console as users know it: by the name of the product, and where it is. */
export type ConsoleApp = { name: string; home: string };

/** Our own pages are clients without a row in the database. */
const builtInClients = (tenant: Tenant, consoleApp: ConsoleApp | undefined) => {
  const known = builtIns.get(tenant);
  if (known) return known;
  const demo = `${tenant.endpoint}/demo-app`;
  const account = `${tenant.endpoint}/account`;
  const pages = [
    { id: demoApplicationId, name: 'Live preview', home: demo, redirectUris: [demo] },
    {
      id: accountCenterApplicationId,
      name: 'Account center',
      home: account,
      // Testers of a draft sign in as users of the live tenant.
      redirectUris: [account, `${tenant.endpoint}${draftPreviewLinkPath}`],
    },
    ...(tenant.id === adminTenantId && consoleApp
      ? [{ id: consoleApplicationId, ...consoleApp, redirectUris: [`${consoleApp.home}/callback`] }]
      : []),
  ];
  const clients = new Map(
    pages.map(({ id, name, home, redirectUris }): [string, ClientApplication] => [
      id,
      {
        id,
        name,
        type: 'SPA',
        isThirdParty: false,
        oidcClientMetadata: {
          redirectUris,
          postLogoutRedirectUris: [home, `${home}/`],
        },
        customClientMetadata: {},
        secrets: [],
      },
    ]),
  );
  builtIns.set(tenant, clients);
  return clients;
};

const builtIns = new WeakMap<Tenant, Map<string, ClientApplication>>();

type ClientDependencies = {
  consoleApp: ConsoleApp | undefined;
  vault: Vault;
  /** The signing algorithms for which this provider has keys. */
  algorithms: readonly (string | undefined)[];
};

/**
 * The provider's clients are the tenant's applications. A client is made once for each version of its application,
 * and any secret of the application that has not expired authenticates it.
 */
export const useApplicationsAsClients = (
  tenant: Tenant,
  provider: Provider,
  { consoleApp, vault, algorithms }: ClientDependencies,
) => {
  const clients = new WeakMap<ClientApplication, Client>();
  ruleClients(provider, {
    async find(id) {
      const application = isClientDocument(id)
        ? await readDocument(tenant, vault, id)
        : await findClientApplication(tenant, id, consoleApp);
      if (!application) return undefined;
      const known = clients.get(application);
      if (known) return known;
      const client = newClient(provider, toClientMetadata(application, algorithms));
      clients.set(application, client);
      return client;
    },
    async hasSecret(clientId, given) {
      const application = await findClientApplication(tenant, clientId, consoleApp);
      const secret = application && findSecret(application, given);
      const ctx = currentContext(provider);
      if (secret && ctx) usedSecrets.set(ctx, secret);
      return secret !== undefined;
    },
    isAllowed,
  });
};

const usedSecrets = new WeakMap<object, ClientSecret>();

/** By which of its secrets the client of a request has authenticated. */
export const secretOf = (ctx: KoaContextWithOIDC) => usedSecrets.get(ctx);

/** A wildcard itself is never a redirect target. */
const isAllowed = (uri: string | undefined, registered: readonly string[] = [], isKnown: () => boolean) => {
  if (uri === undefined) return isKnown();
  const [, , host = ''] = uri.split(/[/?#]/, 3);
  return !hasWildcard(host) && (isKnown() || registered.some(pattern => standsFor(pattern, uri)));
};

/** Older versions stored wildcards that stand for hosts of anyone, and never used them. */
const standsFor = (pattern: string, uri: string) =>
  matchesWildcard(pattern, uri) && !isSharedWildcard(pattern);

/** The author of the document learns what is wrong with it. */
const readDocument = async (tenant: Tenant, vault: Vault, id: string) => {
  const application = await tenant.cached.clientDocument(id).catch((cause: unknown) => {
    if (cause instanceof ClientDocumentError)
      throw new errors.InvalidClient(`client is invalid: ${cause.message}`, { cause });
    throw cause;
  });
  // Made when a sign-in begins. The requests that follow find a provider that has the key.
  const algorithm = application?.customClientMetadata.idTokenSignedResponseAlg;
  if (algorithm) await ensureCompanions(tenant, vault, [algorithm]);
  return application;
};

export const findClientApplication = async (
  tenant: Tenant,
  id: string,
  consoleApp: ConsoleApp | undefined,
) => {
  // The database refuses to look for these.
  if (/\p{Cc}/u.test(id)) return undefined;
  return builtInClients(tenant, consoleApp).get(id) ?? atHome(tenant, await tenant.cached.client(id));
};

const clientsAtHome = new WeakMap<ClientApplication, ClientApplication>();

/** Sign-ins to SAML and protected applications return to us: to an assertion, or to our proxy. */
const atHome = (tenant: Tenant, application: ClientApplication | undefined) => {
  const addresses = application && ownAddresses(tenant, application);
  if (!addresses) return application;
  const known = clientsAtHome.get(application);
  if (known?.oidcClientMetadata.redirectUris[0] === addresses.redirectUris[0]) return known;
  const client = { ...application, oidcClientMetadata: { ...application.oidcClientMetadata, ...addresses } };
  clientsAtHome.set(application, client);
  return client;
};

const ownAddresses = (tenant: Tenant, { id, type, hosts = [] }: ClientApplication) => {
  if (type === 'SAML') {
    const redirectUris = [`${tenant.endpoint}/api/saml-applications/${id}/callback`];
    return { redirectUris, postLogoutRedirectUris: [] };
  }
  if (type !== 'Protected') return undefined;
  const sites = hosts.map(host => endpointAt({ ENDPOINT: tenant.endpoint }, host));
  return {
    redirectUris: sites.map(site => `${site}/sign-in-callback`),
    postLogoutRedirectUris: sites.map(site => `${site}/`),
  };
};

/** An application in the words of dynamic client registration (RFC 7591 section 2). */
const toClientMetadata = (
  application: ClientApplication,
  algorithms: ClientDependencies['algorithms'],
): ClientMetadata => {
  const { id, name, type, oidcClientMetadata: stored, secrets: _, ...rest } = application;
  const { customClientMetadata, isThirdParty, consentCeiling } = application;
  const isMachine = type === 'MachineToMachine';
  const isPublic = type === 'Native' || type === 'SPA';
  // The library would refuse the whole client for one address.
  const { redirectUris, postLogoutRedirectUris, backchannelLogoutUri, backchannelLogoutSessionRequired } =
    withoutFlaws(type, stored, { isExact: wantsExactUris(customClientMetadata) });
  const canAuthorize = !isMachine && redirectUris.length > 0;
  return {
    client_id: id,
    client_name: name,
    application_type: type === 'Native' ? 'native' : 'web',
    ...authenticationOf(application, isPublic),
    grant_types: [
      ...(isMachine ? ['client_credentials'] : ['refresh_token']),
      ...(canAuthorize ? ['authorization_code'] : []),
      ...(customClientMetadata.isDeviceFlow && !isMachine ? [deviceCodeGrant] : []),
      // No consent is asked: only for our own applications.
      ...(customClientMetadata.allowTokenExchange && !isThirdParty ? [tokenExchangeGrant] : []),
    ],
    response_types: canAuthorize ? ['code'] : [],
    redirect_uris: canAuthorize ? redirectUris : [],
    post_logout_redirect_uris: isMachine ? [] : postLogoutRedirectUris,
    ...(backchannelLogoutUri
      ? {
          backchannel_logout_uri: backchannelLogoutUri,
          backchannel_logout_session_required: backchannelLogoutSessionRequired ?? false,
        }
      : {}),
    // Of another client than a document the provider has the key. It refuses clients with an algorithm that it has none for.
    ...(algorithms.includes(customClientMetadata.idTokenSignedResponseAlg)
      ? { id_token_signed_response_alg: customClientMetadata.idTokenSignedResponseAlg }
      : {}),
    // The library refuses user scopes beyond these.
    ...(consentCeiling ? { scope: [...reservedScopes, ...consentCeiling.userScopes].join(' ') } : {}),
    ...profileMetadata(application, isPublic),
    [applicationProperty]: { id, name, type, ...rest },
  };
};

const authenticationOf = (
  { customClientMetadata: { jwks } }: ClientApplication,
  isPublic: boolean,
): Partial<ClientMetadata> => {
  if (jwks) return { token_endpoint_auth_method: 'private_key_jwt', jwks: jwks as ClientMetadata['jwks'] };
  if (isPublic) return { token_endpoint_auth_method: 'none' };
  return { token_endpoint_auth_method: 'client_secret_basic', client_secret: placeholderSecret };
};

export const refreshTokenTtlSeconds = (client: Client) => {
  const { refreshTokenTtlInDays, refreshTokenTtl } = applicationOf(client).customClientMetadata;
  return refreshTokenTtlInDays ? refreshTokenTtlInDays * day : (refreshTokenTtl ?? 14 * day);
};

/**
 * The secret that was given. Any of the application that has not expired will do, and every one is compared, so that time
 * tells nothing.
 */
export const findSecret = (application: ClientApplication, given: string) => {
  const givenBytes = Buffer.from(given);
  let accepted: ClientSecret | undefined;
  for (const secret of application.secrets) {
    const bytes = Buffer.from(secret.value);
    const equal = bytes.length === givenBytes.length && timingSafeEqual(bytes, givenBytes);
    if (equal && !isSecretExpired(secret)) accepted = secret;
  }
  return accepted;
};

/** Origins whose pages may call the token endpoint for this client. */
export const isOriginAllowed = (tenant: Tenant, origin: string, client: Client) =>
  origin === new URL(tenant.endpoint).origin ||
  (client.redirectUris ?? []).some(uri => {
    const own = URL.parse(uri)?.origin ?? '';
    return own === origin || standsFor(own, origin);
  }) ||
  (applicationOf(client).customClientMetadata.corsAllowedOrigins ?? []).includes(origin);
