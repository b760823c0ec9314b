import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

/** The provider library alone, with its in-memory adapter and the same key and token format as ours: the yardstick. */
const { privateKey } = await generateKeyPair('ES256', { extractable: true });
const server = createServer();
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

const provider = new Provider(`http://127.0.0.1:${port}/oidc`, {
  jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256' }] },
  clients: [
    {
      client_id: 'bench',
      client_secret: 'bench-secret',
      id_token_signed_response_alg: 'ES256',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    },
  ],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: 'read:orders',
        accessTokenFormat: 'jwt',
        accessTokenTTL: 3600,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});
const callback = provider.callback();
server.on('request', (request, response) => {
  request.url = request.url?.replace(/^\/oidc/, '');
  void callback(request, response);
});
process.send?.({ port });
