import { timingSafeEqual } from 'node:crypto';
import {
  accountCenterApplicationId,
  adminTenantId,
  consoleApplicationId,
  demoApplicationId,
} from '@gatehouse/contract/dialect.ts';
import { generateSecret } from '@gatehouse/contract/ids.ts';
import type { AdapterPayload, Client } from 'oidc-provider';
import type { ClientApplication } from '../domain/client-applications.ts';
import type { Tenant } from '../domain/tenant.ts';

/** The library insists on one secret for confidential clients; ours are compared by `acceptsSecret` instead. */
const placeholderSecret = generateSecret();

const day = 24 * 60 * 60;

/** Our own pages are clients without a row in the database. */
const builtInClient = (
  tenant: Tenant,
  id: string,
  consoleUrl: string | undefined,
): ClientApplication | undefined => {
  const uris: Record<string, { name: string; redirect: string; home: string } | undefined> = {
    [demoApplicationId]: {
      name: 'Live preview',
      redirect: `${tenant.endpoint}/demo-app`,
      home: `${tenant.endpoint}/demo-app`,
    },
    [accountCenterApplicationId]: {
      name: 'Account center',
      redirect: `${tenant.endpoint}/account`,
      home: `${tenant.endpoint}/account`,
    },
    [consoleApplicationId]:
      tenant.id === adminTenantId && consoleUrl !== undefined
        ? { name: 'Console', redirect: `${consoleUrl}/callback`, home: consoleUrl }
        : undefined,
  };
  const client = uris[id];
  if (!client) return undefined;
  return {
    id,
    name: client.name,
    type: 'SPA',
    isThirdParty: false,
    oidcClientMetadata: {
      redirectUris: [client.redirect],
      postLogoutRedirectUris: [client.home, `${client.home}/`],
    },
    customClientMetadata: {},
    secrets: [],
  };
};

export const findClientApplication = async (tenant: Tenant, id: string, consoleUrl: string | undefined) =>
  builtInClient(tenant, id, consoleUrl) ?? (await tenant.cached.client(id));

/** An application in the words of dynamic client registration (RFC 7591 section 2). */
export const toClientMetadata = (application: ClientApplication): AdapterPayload => {
  const { id, name, type, oidcClientMetadata, secrets: _, ...rest } = application;
  const isMachine = type === 'MachineToMachine';
  const isPublic = type === 'Native' || type === 'SPA';
  const { redirectUris, postLogoutRedirectUris, backchannelLogoutUri, backchannelLogoutSessionRequired } =
    oidcClientMetadata;
  const canAuthorize = !isMachine && redirectUris.length > 0;
  return {
    client_id: id,
    client_name: name,
    application_type: type === 'Native' ? 'native' : 'web',
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
    ...(isPublic ? {} : { client_secret: placeholderSecret }),
    grant_types: isMachine
      ? ['client_credentials']
      : canAuthorize
        ? ['authorization_code', 'refresh_token']
        : ['refresh_token'],
    response_types: canAuthorize ? ['code'] : [],
    redirect_uris: canAuthorize ? redirectUris : [],
    post_logout_redirect_uris: isMachine ? [] : postLogoutRedirectUris,
    ...(backchannelLogoutUri
      ? {
          backchannel_logout_uri: backchannelLogoutUri,
          backchannel_logout_session_required: backchannelLogoutSessionRequired ?? false,
        }
      : {}),
    [applicationProperty]: { id, name, type, ...rest },
  };
};

/** The extra client property under which the library hands our own facts back to us. */
export const applicationProperty = 'application';

export const applicationOf = (client: Client) =>
  client[applicationProperty] as Omit<ClientApplication, 'secrets' | 'oidcClientMetadata'>;

export const refreshTokenTtlSeconds = (client: Client) => {
  const { refreshTokenTtlInDays, refreshTokenTtl } = applicationOf(client).customClientMetadata;
  return refreshTokenTtlInDays ? refreshTokenTtlInDays * day : (refreshTokenTtl ?? 14 * day);
};

/** Any secret of the application that has not expired will do. Every one is compared, so that time tells nothing. */
export const acceptsSecret = (application: ClientApplication, given: string) => {
  const givenBytes = Buffer.from(given);
  let accepted = false;
  for (const { value, expiresAt } of application.secrets) {
    const bytes = Buffer.from(value);
    const equal = bytes.length === givenBytes.length && timingSafeEqual(bytes, givenBytes);
    if (equal && (expiresAt === null || expiresAt > Date.now())) accepted = true;
  }
  return accepted;
};

/** Origins whose pages may call the token endpoint for this client. */
export const isOriginAllowed = (tenant: Tenant, origin: string, client: Client) =>
  origin === tenant.endpoint ||
  (client.redirectUris ?? []).some(uri => URL.parse(uri)?.origin === origin) ||
  (applicationOf(client).customClientMetadata.corsAllowedOrigins ?? []).includes(origin);
