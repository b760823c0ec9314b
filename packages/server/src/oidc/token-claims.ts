import { meAudience } from '@gatehouse/contract/dialect.ts';
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import { authenticationOf } from './authentication.ts';
import type { createCustomClaims } from './custom-claims.ts';
import { isOrganizationAudience, organizationOf } from './organizations.ts';
import { exchangeOf } from './token-exchange.ts';

/** What our access tokens say beyond the standard; a script cannot say otherwise. */
export const createTokenClaims =
  (customClaims: ReturnType<typeof createCustomClaims>, tellsAuthentication: boolean) =>
  async (ctx: KoaContextWithOIDC, token: AccessToken | ClientCredentials) => {
    const organizationId = organizationOf(ctx);
    const isForResource = typeof token.aud === 'string' && !isOrganizationAudience(token.aud);
    const act = exchangeOf(ctx)?.act;
    return {
      ...(await customClaims(ctx, token)),
      ...(organizationId !== undefined && isForResource ? { organization_id: organizationId } : {}),
      ...(act ? { act } : {}),
      ...(tellsAuthentication ? authenticationClaims(ctx) : {}),
      // Whoever changes their own password keeps the session in which they do.
      ...(token.aud === meAudience && 'sessionUid' in token ? { sid: token.sessionUid } : {}),
    };
  };

/** RFC 9068 section 2.2.1. */
const authenticationClaims = (ctx: KoaContextWithOIDC) => {
  const { acr, amr, authTime } = authenticationOf(ctx) ?? {};
  return { acr, amr, auth_time: authTime };
};
