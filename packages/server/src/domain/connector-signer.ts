import { ConnectorError, type Sign } from '../connectors/connector.ts';
import { inOrderOfUse } from './signing-keys.ts';
import type { Tenant } from './tenant.ts';
import { createTokenSigner } from './token-signer.ts';
/**
 * Providers find the keys where applications do: at the address of the tenant's own. The same keys sign tokens, so what is
 * signed here names a client and never the tenant: nobody takes it for a token.
 */
export const signerOf =
  (tenant: Tenant): Sign =>
  async claims => {
    if ((await tenant.issuers()).includes(claims.iss))
      throw new ConnectorError('invalid_config', 'The client ID cannot be the issuer of this tenant.');
    const { keys } = await tenant.cached.oidcConfig();
    return createTokenSigner(inOrderOfUse(keys)[0], 'JWT')(claims);
  };
