import { isCompleteConfig, type SsoProviderName, ssoConfigs } from '@gatehouse/contract/sso-connectors.ts';
import type { JsonObject } from '../connectors/answers.ts';
import type { Client } from '../connectors/client-authentication.ts';
import {
  type AuthorizationRequest,
  type Callback,
  ConnectorError,
  type Sign,
  type SocialAccount,
} from '../connectors/connector.ts';
import { type Discovered, discover } from '../connectors/discovery.ts';
import { verifyIdToken } from '../connectors/id-token.ts';
import { profileOfClaims } from '../connectors/social/claims.ts';
import { promptOf, requireFresh } from '../connectors/social/freshness.ts';
import {
  buildAuthorizationUri,
  challengeOf,
  readWithToken,
  redeemCode,
  renewTokens,
} from '../connectors/social/oauth.ts';
import { keepVouched } from '../connectors/vouching.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';

type Connector = { providerName: string; config: JsonObject };

const googleIssuer = 'https://accounts.google.com';

/** A configuration can be saved incomplete, but cannot be used to sign in. */
const readConfig = (providerName: string, config: JsonObject) => {
  const { clientId, scope, ...given } = ssoConfigs.oidc.parse(config);
  const issuer = providerName === 'GoogleWorkspace' ? googleIssuer : given.issuer;
  if (!clientId || !issuer || !isCompleteConfig(providerName as SsoProviderName, config))
    throw new ConnectorError('invalid_config', 'The connection is not set up completely.');
  const scopes = new Set(['openid', ...(scope ?? 'profile email').split(/\s+/)]);
  return { ...given, clientId, issuer, scope: [...scopes].join(' ').trim() };
};

/** Loads the metadata of a connector's provider, with the client settings to use. */
export const findProvider = async (
  everybody: Outgoing,
  { providerName, config }: Connector,
  need?: { isRetry?: boolean },
) => {
  const read = readConfig(providerName, config);
  const outgoing = everybody.trusting(read.certificateAuthority);
  return { ...read, outgoing, provider: await discover(outgoing, read.issuer, need) };
};

/** An enterprise answers for the addresses of its domains; a phone number has no domain. */
const ofEnterprise = { email: 'claim', phone: 'never' } as const;

export const beginOidc = async (
  outgoing: Outgoing,
  connector: Connector,
  request: AuthorizationRequest,
  loginHint?: string,
) => {
  const { clientId, scope, provider } = await findProvider(outgoing, connector);
  const { authorizationEndpoint } = provider;
  return buildAuthorizationUri(outgoing.addressOf(authorizationEndpoint), request, {
    client_id: clientId,
    scope,
    prompt: promptOf(authorizationEndpoint, request),
    nonce: request.nonce,
    code_challenge: challengeOf(request.codeVerifier),
    code_challenge_method: 'S256',
    login_hint: loginHint,
  });
};

export const finishOidc = async (
  everybody: Outgoing,
  connector: Connector,
  callback: Callback,
  request: AuthorizationRequest,
): Promise<{ issuer: string; account: SocialAccount }> => {
  const { outgoing, provider, ...config } = await findProvider(everybody, connector);
  const { clientId, trustUnverifiedEmail } = config;
  // Mix-up (RFC 9207): an answer of another provider must not be taken for this one's.
  if (callback.iss !== undefined && callback.iss !== provider.issuer)
    throw new ConnectorError('authorization_failed', 'The answer comes from another provider.');
  const client = clientOf(provider, config, request.sign);
  const tokens = await redeemCode(outgoing, client, callback, request);
  const claims = await verifyIdToken(outgoing, tokens.idToken, {
    jwksUri: provider.jwksUri,
    issuer: provider.issuer,
    audience: clientId,
    nonce: request.nonce,
  });
  requireFresh(claims, request);
  const known = claims.email
    ? claims
    : { ...(await readMore(outgoing, provider, tokens, claims)), ...claims };
  const profile = keepVouched(ofEnterprise, { trustUnverifiedEmail }, profileOfClaims(known));
  return { issuer: provider.issuer, account: { ...profile, rawData: known, tokens } };
};

export const renewOidcTokens = async (
  everybody: Outgoing,
  connector: Connector,
  refreshToken: string,
  sign: Sign,
) => {
  const { outgoing, provider, ...config } = await findProvider(everybody, connector);
  return renewTokens(outgoing, clientOf(provider, config, sign), refreshToken);
};

/** As the provider announces it, unless the administrator knows better. */
const clientOf = (
  { tokenEndpoint, authentication }: Discovered,
  { clientId, clientSecret, tokenEndpointAuthMethod }: ReturnType<typeof readConfig>,
  sign: Sign | undefined,
): Client => ({
  endpoint: tokenEndpoint,
  clientId,
  clientSecret,
  authentication: tokenEndpointAuthMethod ?? authentication,
  sign,
});

/** Many providers say no more than who it is in the ID token. */
const readMore = async (
  outgoing: Outgoing,
  { userinfoEndpoint }: { userinfoEndpoint?: string },
  { accessToken }: { accessToken: string },
  { sub }: JsonObject,
): Promise<JsonObject> => {
  if (!userinfoEndpoint) return {};
  const more = await readWithToken(outgoing, userinfoEndpoint, accessToken);
  return more.sub === sub ? more : {};
};
