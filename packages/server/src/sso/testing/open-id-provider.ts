import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type ClientMetadata, Provider } from 'oidc-provider';
import { createBrowser } from '../../http/testing/browser.ts';
import { createCertificate } from '../../saml/certificate.ts';

type Authentication = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

/**
 * A real OpenID provider behind TLS, with a certificate of a private authority. Its clients authenticate only with the
 * given methods. Every visitor is signed in immediately.
 */
export const startTlsProvider = async (methods: Authentication[], client: Partial<ClientMetadata>) => {
  const { privateKey: key, certificate: cert } = await createCertificate({ subject: 'localhost', years: 1 });
  let answer: RequestListener = () => undefined;
  const secure = createTlsServer({ key, cert }, (request, response) => answer(request, response));
  secure.listen(0, 'localhost');
  await once(secure, 'listening');
  const issuer = `https://localhost:${(secure.address() as AddressInfo).port}`;

  const provider = new Provider(issuer, {
    clients: [{ client_id: 'gatehouse', token_endpoint_auth_method: methods[0], ...client }],
    clientAuthMethods: methods,
    claims: { profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        name: 'Edsger',
        email: `${accountId}@acme.example`,
        email_verified: true,
      }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a key of the provider alone'] },
  });
  provider.proxy = true;
  const pages = provider.callback();
  answer = (request, response) =>
    request.url?.startsWith('/interaction/')
      ? void provider.interactionFinished(request, response, { login: { accountId: 'edsger' } })
      : pages(request, response);

  // The test's own browser does not know the certificate either: it comes in behind the TLS.
  const plain = createServer((request, response) => answer(request, response));
  plain.listen(0, 'localhost');
  await once(plain, 'listening');
  const behind = `http://localhost:${(plain.address() as AddressInfo).port}`;

  return {
    issuer,
    certificate: cert,
    /** Signs in there, up to what the browser is sent back with. */
    async signIn(authorizationUri: string) {
      const browser = createBrowser(behind, { 'x-forwarded-proto': 'https' });
      const { address } = await browser.follow(authorizationUri, issuer);
      return Object.fromEntries(new URL(address).searchParams);
    },
    async close() {
      secure.closeAllConnections();
      plain.closeAllConnections();
      secure.close();
      plain.close();
    },
  };
};
