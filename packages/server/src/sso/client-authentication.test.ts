import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { startTlsProvider } from './testing/open-id-provider.ts';

const secret = 'the secret of Gatehouse at the provider';

describe('an enterprise provider with its own certificate', () => {
  let app: TestApp;
  let keys: { keys: object[] };
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    keys = (await call(`${app.env.ENDPOINT}/oidc/jwks`)).body;
    await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
  });
  afterAll(() => app.close());

  const createConnector = async (config: object) => {
    const connectorName = `Acme ${crypto.randomUUID()}`;
    const { body } = await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName,
      config,
      domains: [],
    });
    return `/experience/verification/sso/${body.id}`;
  };
  const redirectUri = () => `${app.env.ENDPOINT}/callback/acme`;
  const begin = async (path: string) => {
    const { step } = await visit(app, 'SignIn');
    return {
      step,
      begun: await step('POST', `${path}/authorization-uri`, { state: 's', redirectUri: redirectUri() }),
    };
  };
  const start = (methods: Parameters<typeof startTlsProvider>[0], client: object) =>
    startTlsProvider(methods, { redirect_uris: [redirectUri()], ...client });

  test.each([
    { announced: 'client_secret_basic', credentials: { clientSecret: secret } },
    { announced: 'client_secret_post', credentials: { clientSecret: secret } },
    { announced: 'private_key_jwt', credentials: { tokenEndpointAuthMethod: 'private_key_jwt' } },
    // A client with a secret also signs in at a provider that wants none.
    { announced: 'private_key_jwt', credentials: { clientSecret: secret } },
  ] as const)('$announced is what it takes and what it gets', async ({ announced, credentials }) => {
    const client =
      announced === 'private_key_jwt'
        ? { jwks: keys, token_endpoint_auth_signing_alg: 'ES256' }
        : { client_secret: secret };
    const provider = await start([announced], client);
    const { issuer, certificate: certificateAuthority } = provider;
    const config = { clientId: 'gatehouse', issuer, certificateAuthority, ...credentials };
    const path = await createConnector(config);
    const { step, begun } = await begin(path);
    expect(begun.status, begun.text).toBe(200);
    const { authorizationUri, verificationId } = begun.body;
    const connectorData = await provider.signIn(authorizationUri);
    const verified = await step('POST', `${path}/verify`, { connectorData, verificationId });
    expect(verified.status, verified.text).toBe(200);
    await provider.close();
  });

  test('an override counts more than what the provider announces', async () => {
    const provider = await start(['client_secret_basic'], { client_secret: secret });
    const { issuer, certificate: certificateAuthority } = provider;
    const path = await createConnector({
      clientId: 'gatehouse',
      clientSecret: secret,
      issuer,
      certificateAuthority,
      tokenEndpointAuthMethod: 'client_secret_post',
    });
    const { step, begun } = await begin(path);
    const connectorData = await provider.signIn(begun.body.authorizationUri);
    const { verificationId } = begun.body;
    const refused = await step('POST', `${path}/verify`, { connectorData, verificationId });
    expect(refused.body).toMatchObject({ code: 'connector.authorization_failed' });
    await provider.close();
  });

  test('without its authority it is not believed, with another one neither, and one connector trusts it alone', async () => {
    const provider = await start(['client_secret_basic'], { client_secret: secret });
    const other = await start(['client_secret_basic'], { client_secret: secret });
    const { issuer } = provider;
    const known = { clientId: 'gatehouse', clientSecret: secret, issuer };
    const attempt = async (config: object) => (await begin(await createConnector(config))).begun;
    expect((await attempt({ ...known, certificateAuthority: provider.certificate })).status).toBe(200);
    for (const config of [known, { ...known, certificateAuthority: other.certificate }]) {
      const { status, body } = await attempt(config);
      expect(status).toBe(400);
      expect(body.data.message).toMatch(/certificate/);
    }
    const nonsense = '-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----';
    const { body } = await attempt({ ...known, certificateAuthority: nonsense });
    expect(body.data.message).toContain('not a certificate in PEM form');
    const refused = await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Text',
      config: { ...known, certificateAuthority: 'no certificate' },
    });
    expect(refused.status).toBe(400);
    await provider.close();
    await other.close();
  });
});
