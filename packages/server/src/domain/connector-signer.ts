import { ConnectorError, type Sign } from '../connectors/connector.ts';
import { inOrderOfUse } from './signing-keys.ts';
import type { Tenant } from './tenant.ts';
import { createTokenSigner } from './token-signer.ts';
/**
 * Providers find the keys at the JWKS URI of the tenant. The same keys sign tokens, so assertions name a client and
 * never the tenant, and cannot be taken for a token.
 */
export const signerOf =
  (tenant: Tenant): Sign =>
  async claims => {
    if ((await tenant.issuers()).includes(claims.iss))
      throw new ConnectorError('invalid_config', 'The client ID cannot be the issuer of this tenant.');
    const { keys } = await tenant.cached.oidcConfig();
    return createTokenSigner(inOrderOfUse(keys)[0], 'JWT')(claims);
  };
