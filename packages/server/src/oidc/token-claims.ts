import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import { authenticationOf } from './authentication.ts';
import { secretOf } from './clients.ts';
import type { createCustomClaims } from './custom-claims.ts';
import { isOrganizationAudience, organizationOf } from './organizations.ts';
import type { ProviderOptions } from './provider-options.ts';
import { claimOfSecret } from './secret-claim.ts';
import { exchangeOf } from './token-exchange.ts';

/** Claims that our access tokens have beyond the standard. A script cannot override them. */
export const createTokenClaims =
  (
    customClaims: ReturnType<typeof createCustomClaims>,
    {
      tenantId,
      env,
      tellsAuthentication,
    }: { tenantId: string; env: ProviderOptions['env']; tellsAuthentication: boolean },
  ) =>
  async (ctx: KoaContextWithOIDC, token: AccessToken | ClientCredentials) => {
    const organizationId = organizationOf(ctx);
    const isForResource = typeof token.aud === 'string' && !isOrganizationAudience(token.aud);
    const act = exchangeOf(ctx)?.act;
    return {
      ...(await customClaims(ctx, token)),
      ...(organizationId !== undefined && isForResource ? { organization_id: organizationId } : {}),
      ...(act ? { act } : {}),
      ...(tellsAuthentication ? authenticationClaims(ctx) : {}),
      // Tokens for managing tenants end with their session, except the session in which a user changes the password.
      ...(tenantId === adminTenantId && 'sessionUid' in token ? { sid: token.sessionUid } : {}),
      ...(token.kind === 'ClientCredentials'
        ? claimOfSecret(env, { tenantId, audience: token.aud, secret: secretOf(ctx) })
        : {}),
    };
  };

/** RFC 9068 section 2.2.1. */
const authenticationClaims = (ctx: KoaContextWithOIDC) => {
  const { acr, amr, authTime } = authenticationOf(ctx) ?? {};
  return { acr, amr, auth_time: authTime };
};
