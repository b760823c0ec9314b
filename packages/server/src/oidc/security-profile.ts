import type { SecurityProfile } from '@gatehouse/contract/client-metadata.ts';
import { type Client, type ClientMetadata, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { ClientApplication } from '../domain/client-applications.ts';
import type { Tenant } from '../domain/tenant.ts';
import { readCookie } from '../http/cookie-names.ts';
import { unsolicitedCookie } from '../sso/assertions.ts';
import { applicationOf } from './application-of.ts';

/**
 * Client metadata that a profile requires, in terms of registration. The library refuses requests that do not meet
 * it. Hardened: PKCE for all, sender-constrained tokens for public clients, rotation. Fapi2 (FAPI 2.0 Security
 * Profile section 5.3.2): pushed requests, sender-constrained tokens, and clients that sign their authentication.
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

export const requiresPkce = (tenant: Tenant, ctx: KoaContextWithOIDC, client: Client) => {
  if (client.clientAuthMethod === 'none' || profileOf(client) !== 'Standard') return true;
  return applicationOf(client).isPkceRequired === true && !isBegunByIdentityProvider(tenant, ctx);
};

/**
 * A request that we sent for the application after an identity provider began the sign-in: the application has no
 * verifier for it. Left out by others, PKCE helps them nothing: a client that sends a verifier gets no tokens for a code
 * without a challenge.
 */
const isBegunByIdentityProvider = (tenant: Tenant, ctx: KoaContextWithOIDC) =>
  String(ctx.oidc.params?.direct_sign_in ?? '').startsWith('sso:') &&
  readCookie(ctx.headers.cookie, tenant, unsolicitedCookie) !== undefined;

/** FAPI 2.0 Security Profile section 5.4.1: no RSA with PKCS#1 v1.5. */
const fapiAlgorithms: ReadonlySet<unknown> = new Set(['PS256', 'ES256', 'EdDSA', 'Ed25519']);

const fapiClockOffsetSeconds = 60;

/**
 * FAPI 2.0 Security Profile section 5.3.2.1: an assertion names the issuer and nothing else as its audience, so that no
 * other server can be made to pass it on.
 */
export const assertClientAssertion = async (
  { oidc }: KoaContextWithOIDC,
  claims: Record<string, unknown>,
  header: Record<string, unknown>,
  client: Client,
) => {
  if (profileOf(client) !== 'Fapi2') return;
  if (claims.aud !== oidc.issuer)
    throw new errors.InvalidClientAuth('audience (aud) must be the issuer, as a string');
  const latest = Math.floor(Date.now() / 1000) + fapiClockOffsetSeconds;
  if ([claims.iat, claims.nbf].some(time => typeof time === 'number' && time > latest))
    throw new errors.InvalidClientAuth('the assertion is from the future');
  if (!fapiAlgorithms.has(header.alg))
    throw new errors.InvalidClientAuth('alg must be PS256, ES256 or EdDSA');
};
