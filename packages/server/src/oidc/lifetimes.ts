import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { applicationOf } from './application-of.ts';
import { refreshTokenTtlSeconds } from './clients.ts';
import { isRepeated } from './repeated-refresh.ts';
import { profileOf } from './security-profile.ts';

const hour = 60 * 60;
const day = 24 * hour;

/** Seconds. An application can set the lifetimes of its ID and refresh tokens, a resource that of its access tokens. */
export const lifetimes = (sessionTtl: number, absoluteSessionTtl: number): Configuration['ttl'] => ({
  AuthorizationCode: 60,
  DeviceCode: 10 * 60,
  Interaction: hour,
  // Activity prolongs a session, but not beyond its absolute end.
  Session: (_, { loginTs }) => {
    if (loginTs === undefined) return sessionTtl;
    const left = loginTs + absoluteSessionTtl - Math.floor(Date.now() / 1000);
    return Math.max(1, Math.min(sessionTtl, left));
  },
  Grant: 180 * day,
  AccessToken: (_, token) => token.resourceServer?.accessTokenTTL ?? hour,
  ClientCredentials: (_, token) => token.resourceServer?.accessTokenTTL ?? hour,
  IdToken: (_, __, client) => applicationOf(client).customClientMetadata.idTokenTtl ?? hour,
  RefreshToken: (ctx, token, client) => {
    const rotated = ctx?.oidc.entities.RotatedRefreshToken;
    // In a browser rotation must not prolong a stolen token for ever (OAuth 2.0 for Browser-Based Apps, 8).
    if (rotated && applicationOf(client).type === 'SPA' && !token.isSenderConstrained())
      return rotated.remainingTTL;
    return refreshTokenTtlSeconds(client);
  },
});

const longestLife = 365.25 * day;

/** Every refresh token is used once, unless an application that can keep a secret wants to keep it (RFC 9700 section 4.14). */
export const rotateRefreshToken = (ctx: KoaContextWithOIDC) => {
  const { RefreshToken: token, Client: client } = ctx.oidc.entities;
  if (!token || !client || isRepeated(ctx)) return false;
  if (token.totalLifetime() >= longestLife) return false;
  // Its tokens are bound to a key, and a lost answer must not end the access (FAPI 2.0 Security Profile 5.3.2.1).
  if (profileOf(client) === 'Fapi2') return false;
  // A stolen token of this kind works without anything else, so no setting turns its rotation off.
  const isExposed = client.clientAuthMethod === 'none' && !token.isSenderConstrained();
  if (isExposed || profileOf(client) === 'Hardened') return true;
  return applicationOf(client).customClientMetadata.rotateRefreshToken !== false;
};

export const issueRefreshToken = (_: KoaContextWithOIDC, client: Client, source: { scopes: Set<string> }) => {
  if (!client.grantTypeAllowed('refresh_token')) return false;
  const { customClientMetadata } = applicationOf(client);
  return source.scopes.has('offline_access') || customClientMetadata.alwaysIssueRefreshToken === true;
};
