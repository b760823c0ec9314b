import type { SecurityProfile } from '@gatehouse/contract/client-metadata.ts';
import type { Client, ClientMetadata } from 'oidc-provider';
import type { ClientApplication } from '../domain/client-applications.ts';
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

export const requiresPkce = (client: Client) =>
  client.clientAuthMethod === 'none' || profileOf(client) !== 'Standard';
