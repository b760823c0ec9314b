import { acrValues } from '@gatehouse/contract/authentication-levels.ts';
import { idTokenAlgorithms } from '@gatehouse/contract/client-metadata.ts';
import { type SigningAlgorithm, signingAlgorithms } from '@gatehouse/contract/oidc-configs.ts';
import { reservedScopes, sessionsScope, userDataScopes } from '@gatehouse/contract/scopes.ts';
import { signInParameterNames } from '@gatehouse/contract/sign-in-parameters.ts';
import {
  type CanBePromise,
  type Client,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  Provider,
  type TokenEndpointGrantContext,
} from 'oidc-provider';
import { isAdmitted } from '../domain/application-access.ts';
import { inOrderOfSigning } from '../domain/companion-keys.ts';
import { audienceOf } from '../domain/management-audience.ts';
import type { OidcConfig } from '../domain/oidc-config.ts';
import { pathOf } from '../domain/path-of.ts';
import { registrationEndpoint } from '../domain/registered-clients.ts';
import type { Tenant } from '../domain/tenant.ts';
import { cookieNameOf, cookiePathOf } from '../http/cookie-names.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { connectorThatBegan } from '../sso/assertions.ts';
import { claimsByScope, findAccount, signInOfToken } from './accounts.ts';
import { createModelAdapter, refuseParallelReplays, refuseRowId } from './adapter.ts';
import { completeAnswers } from './answers.ts';
import { applicationOf, applicationProperty } from './application-of.ts';
import { siteOf } from './application-site.ts';
import { isOriginAllowed, useApplicationsAsClients } from './clients.ts';
import { createCustomClaims } from './custom-claims.ts';
import { limitDeviceGuesses } from './device-guesses.ts';
import { devicePages } from './device-pages.ts';
import { addErrorCodes } from './errors.ts';
import { deviceCodeGrant, tokenExchangeGrant } from './grant-types.ts';
import { createInteractionPolicy, loadGrant } from './grants.ts';
import { implyConsent } from './implied-consent.ts';
import { keepInteraction, requireOwnInteraction } from './interaction-cookies.ts';
import { interactionUrl } from './interaction-url.ts';
import { keepSubmissions } from './last-submission.ts';
import { issueRefreshToken, lifetimes, rotateRefreshToken } from './lifetimes.ts';
import { logoutPages } from './logout-pages.ts';
import { refuseNullBytes } from './null-bytes.ts';
import { allowOrganizationTokens, requestOrganization, thirdPartyIdOf } from './organizations.ts';
import { nameOwnResources } from './own-resources.ts';
import { acceptHintsOfAllKeys } from './patches/id-token-hints.ts';
import { checkParameters } from './patches/requests.ts';
import type { ProviderOptions } from './provider-options.ts';
import { answerRepeatedRefresh, deriveSuccessors } from './repeated-refresh.ts';
import { findDefaultResource, findResourceServer } from './resources.ts';
import { assertClientAssertion, profileOf, requiresPkce } from './security-profile.ts';
import { keepSignInIds, refusedSignInIdOf } from './sign-in-id.ts';
import { endTogether, takePartInSingleLogout } from './single-logout.ts';
import { assertClaimsParameter } from './step-up.ts';
import { createTokenClaims } from './token-claims.ts';
import { registerTokenExchange } from './token-exchange.ts';

/** The library's grants; those that can be for an organization take one more parameter. */
class TenantProvider extends Provider {
  override registerGrantType<Params extends object>(
    name: string,
    handler: GrantHandler<Params>,
    params?: string | readonly string[] | ReadonlySet<string>,
    duplicates?: string | readonly string[] | ReadonlySet<string>,
  ) {
    if (name === deviceCodeGrant) {
      const handle: typeof handler = ctx => {
        refuseRowId(ctx.oidc.params.device_code);
        return handler(ctx);
      };
      return super.registerGrantType(name, handle, params, duplicates);
    }
    const wrap = grantWrappers[name];
    if (!wrap) return super.registerGrantType(name, handler, params, duplicates);
    const parameters = typeof params === 'string' ? [params] : [...(params ?? [])];
    const handle = wrap<Params>(ctx => {
      requestOrganization(ctx);
      return handler(ctx);
    });
    return super.registerGrantType(name, handle, [...parameters, 'organization_id'], duplicates);
  }
}

type GrantHandler<Params extends object> = (ctx: TokenEndpointGrantContext<Params>) => CanBePromise<void>;
type GrantWrapper = <Params extends object>(handler: GrantHandler<Params>) => GrantHandler<Params>;

const grantWrappers: Readonly<Record<string, GrantWrapper | undefined>> = {
  refresh_token: answerRepeatedRefresh,
  client_credentials: handler => handler,
  [tokenExchangeGrant]: handler => handler,
};

export const createProvider = (tenant: Tenant, config: OidcConfig, options: ProviderOptions): Provider => {
  const provider = new TenantProvider(tenant.issuer, configure(tenant, config, options));
  // `forwarded.ts` has left only what trusted proxies say.
  provider.proxy = true;
  const algorithms = inOrderOfSigning(config.keys).map(({ alg }) => alg);
  useApplicationsAsClients(tenant, provider, { ...options, algorithms });
  registerTokenExchange(tenant, provider);
  allowOrganizationTokens(provider);
  acceptHintsOfAllKeys(provider, allAlgorithms);
  implyConsent(provider);
  checkParameters(provider, refuseNullBytes, nameOwnResources(tenant, audienceOf(options.env, tenant.id)));
  refuseParallelReplays(provider);
  keepSubmissions(provider, options.placeHeaders);
  keepSignInIds(provider);
  deriveSuccessors(provider, tenant.database, config.keys.cookies[0] ?? '');
  provider.use(splitResources);
  provider.use(limitDeviceGuesses(tenant, options));
  provider.use(requireOwnInteraction(tenant, provider, options));
  provider.use(addErrorCodes);
  provider.use(completeAnswers(tenant));
  provider.use(takePartInSingleLogout(tenant));
  return provider;
};

/** Every algorithm by which an ID token can be signed. */
const allAlgorithms = [...new Set([...signingAlgorithms, ...idTokenAlgorithms])];

/** Some clients of this dialect join several resources by commas. */
const splitResources = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  const { resource } = ctx.query;
  if (typeof resource === 'string' && resource.includes(','))
    ctx.query = { ...ctx.query, resource: resource.split(',') };
  return next();
};

const adapterOf = (tenant: Tenant, modelName: string) => {
  const adapter = createModelAdapter(tenant.database, modelName);
  return modelName === 'Session' ? endTogether(tenant, adapter) : adapter;
};

const configure = (tenant: Tenant, config: OidcConfig, options: ProviderOptions): Configuration => {
  const { keys, sessionTtl, customizers } = config;
  const signing = inOrderOfSigning(keys);
  return {
    adapter: modelName => adapterOf(tenant, modelName),
    jwks: { keys: signing },
    enabledJWA: {
      idTokenSigningAlgValues: allAlgorithms,
      userinfoSigningAlgValues: [...signingAlgorithms],
    },
    clientDefaults: { id_token_signed_response_alg: signing[0].alg as SigningAlgorithm },
    // `localhost` shares its cookies among ports, so the console's tenant must not overwrite those of the other one.
    cookies: {
      keys: keys.cookies,
      names: cookieNames(tenant),
      long: { httpOnly: true, sameSite: 'lax', path: cookiePathOf(tenant) },
      short: { httpOnly: true, sameSite: 'lax', path: cookiePathOf(tenant) },
    },
    acrValues: [...acrValues],
    // No HMAC by secret: secrets are compared, and several can be valid at the same time.
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    assertJwtClientAuthClaimsAndHeader: assertClientAssertion,
    // Nothing but codes comes back through the browser (RFC 9700 section 2.1.2).
    responseTypes: ['code'],
    scopes: [...reservedScopes, ...userDataScopes, sessionsScope],
    claims: claimsByScope,
    // Clients of this dialect read the user's claims from the ID token.
    conformIdTokenClaims: false,
    extraParams: [...signInParameterNames, 'ui_locales'],
    extraTokenClaims: createTokenClaims(createCustomClaims(tenant, customizers, options), {
      tenantId: tenant.id,
      env: options.env,
      tellsAuthentication: config.tellsAuthentication,
    }),
    formats: {
      // Clients of the dialect read the claim whether or not anything was granted.
      customizers: {
        jwt: (_, __, { payload }) => {
          payload.scope ??= '';
        },
      },
    },
    extraClientMetadata: { properties: [applicationProperty] },
    discovery: {
      ...(config.allowsClientDocuments ? { client_id_metadata_document_supported: true } : {}),
      ...(config.registersClients ? { registration_endpoint: registrationEndpoint(tenant) } : {}),
    },
    features: features(tenant, options),
    findAccount: accountFinder(tenant, config),
    loadExistingGrant: loadGrant(tenant),
    interactions: {
      policy: createInteractionPolicy(tenant, config.absoluteSessionTtl),
      url: async (ctx, interaction) => {
        keepInteraction(ctx, interaction, cookiePathOf(tenant));
        const clientId = String(interaction.params.client_id);
        const connectorId = await connectorThatBegan(tenant, ctx.headers.cookie, clientId);
        return `${pathOf(tenant)}${interactionUrl(interaction, connectorId)}`;
      },
    },
    fetch: (url, init) => fetchGuarded(options.outgoing, url, init),
    pkce: { required: (ctx, client) => requiresPkce(tenant, ctx, client) },
    clientBasedCORS: (_, origin, client) => isOriginAllowed(tenant, origin, client),
    issueRefreshToken,
    rotateRefreshToken,
    ttl: lifetimes(sessionTtl, config.absoluteSessionTtl),
    renderError: errorRenderer(tenant, options),
  };
};

const features = (tenant: Tenant, options: ProviderOptions): Configuration['features'] => ({
  devInteractions: { enabled: false },
  claimsParameter: { enabled: true, assertClaimsParameter },
  clientCredentials: { enabled: true },
  deviceFlow: { enabled: true, ...devicePages(tenant, options.renderForm) },
  dPoP: { enabled: true },
  fapi: {
    enabled: true,
    profile: (_, client) => (client && profileOf(client) === 'Fapi2' ? '2.0' : undefined),
  },
  pushedAuthorizationRequests: { enabled: true },
  introspection: { enabled: true, allowedPolicy: isOwnToken },
  revocation: { enabled: true, allowedPolicy: isOwnToken },
  backchannelLogout: { enabled: true },
  rpInitiatedLogout: { enabled: true, ...logoutPages(tenant, options.renderForm) },
  resourceIndicators: {
    enabled: true,
    defaultResource: (ctx, _, oneOf) => findDefaultResource(tenant, ctx, oneOf),
    getResourceServerInfo: (ctx, indicator, client) => findResourceServer(tenant, ctx, indicator, client),
    useGrantedResource: ({ oidc: { client } }) =>
      client !== undefined && applicationOf(client).customClientMetadata.useGrantedResource === true,
  },
});

const accountFinder =
  (tenant: Tenant, { idTokenClaims, hasStandardClaims }: OidcConfig): Configuration['findAccount'] =>
  async ({ oidc: { client, route, session } }, id, token) => {
    // At the other addresses, a user sees the error.
    const isTokenCheck = route === 'token' || route === 'userinfo';
    if (isTokenCheck && client && !(await isAdmitted(tenant, applicationOf(client), id))) {
      if (route === 'token') throw new errors.AccessDenied('this application is not open to the user');
      return undefined;
    }
    const signIn = token ? signInOfToken(token) : { sessionUid: session?.uid, atSeconds: session?.loginTs };
    return findAccount(tenant, id, {
      idTokenClaims,
      hasStandardClaims,
      thirdPartyId: client && thirdPartyIdOf(client),
      signIn,
    });
  };

/** Programs get the error as JSON, people a page in the look of the tenant. */
const errorRenderer =
  (tenant: Tenant, options: ProviderOptions): Configuration['renderError'] =>
  async (ctx, out, error) => {
    const code = error.name === 'SessionNotFound' ? 'session.not_found' : `oidc.${out.error}`;
    const message = out.error_description ?? out.error;
    ctx.body =
      ctx.accepts('json', 'html') === 'html'
        ? await options.renderError(tenant, ctx, {
            code,
            message: `${message}${sentParameter(ctx, out.error)}`,
            returnTo: siteOf(tenant, ctx.oidc),
            ...(isInLog(ctx, error) ? { signInId: refusedSignInIdOf(ctx) } : {}),
          })
        : { ...out, code, message };
    if (typeof ctx.body === 'string') ctx.type = 'html';
  };

/** Refused authorization requests are sign-ins that failed. Errors that are ours are not. */
const isInLog = ({ oidc: { route } }: KoaContextWithOIDC, error: object) =>
  ['authorization', 'resume', 'device_resume'].includes(route) && 'expose' in error && error.expose === true;

const longestShown = 300;

/** The parameter that a developer has to compare with the settings of the application. A sentence does not read as ours. */
const sentParameter = (ctx: KoaContextWithOIDC, error: string) => {
  const { params } = ctx.oidc;
  const names = error === 'invalid_client' ? ['client_id'] : ['redirect_uri', 'post_logout_redirect_uri'];
  if (!/^invalid_(client|redirect_uri|request)$/.test(error)) return '';
  const name = names.find(each => typeof params?.[each] === 'string');
  if (!name) return '';
  const sent = String(params?.[name]).slice(0, longestShown).toWellFormed();
  return ` (${name}: ${sent.replace(/[^!-~]/gu, encodeURIComponent)})`;
};

/** The library asks addresses that clients name: their keys, and where they want to hear of sign-outs. */
const fetchGuarded: (outgoing: Outgoing, ...request: Parameters<typeof fetch>) => Promise<Response> = (
  outgoing,
  url,
  { method, headers, body } = {},
) =>
  outgoing.fetch(url instanceof Request ? url.url : String(url), {
    method,
    headers: Object.fromEntries(new Headers(headers)),
    ...(body ? { body: body instanceof URLSearchParams ? body : String(body) } : {}),
  });

const isOwnToken = (_: KoaContextWithOIDC, client: Client, token: { clientId?: string }) =>
  client.clientId === token.clientId;

const cookieNames = (tenant: Tenant) => ({
  session: cookieNameOf(tenant, '_session'),
  interaction: cookieNameOf(tenant, '_interaction'),
  // It belongs to one path, which `__Host-` does not allow; `requireOwnInteraction` makes up for that.
  resume: cookieNameOf(tenant, '_interaction_resume').replace('__Host-', '__Secure-'),
});
