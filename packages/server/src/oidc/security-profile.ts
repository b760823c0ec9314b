import type { SecurityProfile } from '@gatehouse/contract/client-metadata.ts';
import type { Client, ClientMetadata, KoaContextWithOIDC } from 'oidc-provider';
import type { ClientApplication } from '../domain/client-applications.ts';
import { unsolicitedCookie } from '../sso/assertions.ts';
import { applicationOf } from './application-of.ts';

/**
 * What a profile asks of a client, in the words of registration; the library refuses every request that falls below.
 * Hardened: PKCE for all, keys that bind the tokens of public clients, rotation. Fapi2 (FAPI 2.0 Security Profile
 * section 5.3.2): pushed requests, bound tokens, and clients that sign their authentication.
 */
export const profileMetadata = (
  { customClientMetadata: { securityProfile } }: Pick<ClientApplication, 'customClientMetadata'>,
  isPublic: boolean,
): Partial<ClientMetadata> => {
  if (securityProfile === 'Hardened') return { dpop_bound_access_tokens: isPublic };
  if (securityProfile !== 'Fapi2') return {};
  return {
    dpop_bound_access_tokens: true,
    require_pushed_authorization_requests: true,
    token_endpoint_auth_method: 'private_key_jwt',
  };
};

export const profileOf = (client: Client): SecurityProfile =>
  applicationOf(client).customClientMetadata.securityProfile ?? 'Standard';

export const requiresPkce = (ctx: KoaContextWithOIDC, client: Client) => {
  if (client.clientAuthMethod === 'none' || profileOf(client) !== 'Standard') return true;
  return applicationOf(client).isPkceRequired === true && !isBegunByIdentityProvider(ctx);
};

/**
 * A request that we sent for the application after an identity provider began the sign-in: the application has no
 * verifier for it. Left out by others, PKCE helps them nothing: a client that sends a verifier gets no tokens for a code
 * without a challenge.
 */
const isBegunByIdentityProvider = (ctx: KoaContextWithOIDC) =>
  String(ctx.oidc.params?.direct_sign_in ?? '').startsWith('sso:') &&
  ctx.cookies.get(unsolicitedCookie) !== undefined;
