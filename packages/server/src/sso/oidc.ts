import { ssoConfigs } from '@gatehouse/contract/sso-connectors.ts';
import type { JsonObject } from '../connectors/answers.ts';
import {
  type AuthorizationRequest,
  type Callback,
  ConnectorError,
  type SocialAccount,
} from '../connectors/connector.ts';
import { verifyIdToken } from '../connectors/id-token.ts';
import { profileOfClaims } from '../connectors/social/claims.ts';
import {
  buildAuthorizationUri,
  challengeOf,
  readWithToken,
  redeemCode,
  renewTokens,
} from '../connectors/social/oauth.ts';
import { keepVouched } from '../connectors/vouching.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { discover } from './discovery.ts';

const googleIssuer = 'https://accounts.google.com';

/** A configuration may be saved before it is whole; nobody can sign in with one that is not. */
const readConfig = (providerName: string, config: JsonObject) => {
  const { clientId, clientSecret, scope, trustUnverifiedEmail, ...given } = ssoConfigs.oidc.parse(config);
  const issuer = providerName === 'GoogleWorkspace' ? googleIssuer : given.issuer;
  if (!clientId || !clientSecret || !issuer)
    throw new ConnectorError('invalid_config', 'The connection is not set up completely.');
  const scopes = new Set(['openid', ...(scope ?? 'profile email').split(/\s+/)]);
  return { clientId, clientSecret, issuer, trustUnverifiedEmail, scope: [...scopes].join(' ').trim() };
};

export const issuerOf = (providerName: string, config: JsonObject) => readConfig(providerName, config).issuer;

/** An enterprise answers for the addresses of its domains; a phone number has no domain. */
const ofEnterprise = { email: 'claim', phone: 'never' } as const;

type Connector = { providerName: string; config: JsonObject };

export const beginOidc = async (
  outgoing: Outgoing,
  { providerName, config }: Connector,
  request: AuthorizationRequest,
  loginHint?: string,
) => {
  const { clientId, issuer, scope } = readConfig(providerName, config);
  const { authorizationEndpoint } = await discover(outgoing, issuer);
  return buildAuthorizationUri(outgoing.addressOf(authorizationEndpoint), request, {
    client_id: clientId,
    scope,
    nonce: request.nonce,
    code_challenge: challengeOf(request.codeVerifier),
    code_challenge_method: 'S256',
    login_hint: loginHint,
  });
};

export const finishOidc = async (
  outgoing: Outgoing,
  { providerName, config }: Connector,
  callback: Callback,
  request: AuthorizationRequest,
): Promise<{ issuer: string; account: SocialAccount }> => {
  const { clientId, clientSecret, issuer, trustUnverifiedEmail } = readConfig(providerName, config);
  const provider = await discover(outgoing, issuer);
  // Mix-up (RFC 9207): an answer of another provider must not be taken for this one's.
  if (callback.iss !== undefined && callback.iss !== provider.issuer)
    throw new ConnectorError('authorization_failed', 'The answer comes from another provider.');
  const client = { endpoint: provider.tokenEndpoint, clientId, clientSecret };
  const tokens = await redeemCode(outgoing, client, callback, request);
  const claims = await verifyIdToken(outgoing, tokens.idToken, {
    jwksUri: provider.jwksUri,
    issuer: provider.issuer,
    audience: clientId,
    nonce: request.nonce,
  });
  const known = claims.email
    ? claims
    : { ...(await readMore(outgoing, provider, tokens, claims)), ...claims };
  const profile = keepVouched(ofEnterprise, { trustUnverifiedEmail }, profileOfClaims(known));
  return { issuer: provider.issuer, account: { ...profile, rawData: known, tokens } };
};

export const renewOidcTokens = async (
  outgoing: Outgoing,
  { providerName, config }: Connector,
  refreshToken: string,
) => {
  const { clientId, clientSecret, issuer } = readConfig(providerName, config);
  const { tokenEndpoint } = await discover(outgoing, issuer);
  return renewTokens(outgoing, { endpoint: tokenEndpoint, clientId, clientSecret }, refreshToken);
};

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
