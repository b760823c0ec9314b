import type { KoaContextWithOIDC } from 'oidc-provider';
import { isOrganizationAudience, organizationOf } from './organizations.ts';
import { exchangeOf } from './token-exchange.ts';

type Token = { aud?: string | string[] };

/** What our access tokens say beyond the standard. */
export const extraTokenClaims = (ctx: KoaContextWithOIDC, token: Token) => {
  const organizationId = organizationOf(ctx);
  const isForResource = typeof token.aud === 'string' && !isOrganizationAudience(token.aud);
  const act = exchangeOf(ctx)?.act;
  return {
    ...(organizationId !== undefined && isForResource ? { organization_id: organizationId } : {}),
    ...(act ? { act } : {}),
  };
};
