import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

let world: StandIn;
let app: TestApp;
let count = 0;
beforeAll(async () => {
  world = await startStandIn();
  app = await startTestApp('postgresql', { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
  await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** A connector to a provider that says this of itself, and a browser that sets out to it. */
const connect = async (document: object, config: object = {}) => {
  count += 1;
  const host = `idp-${count}.example`;
  const issuer = `https://${host}`;
  world.answer({
    [`${host}/.well-known/openid-configuration`]: {
      json: {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        ...document,
      },
    },
    [`${host}/moved`]: { status: 307, location: 'http://169.254.169.254/latest/meta-data' },
    [`${host}/long`]: { text: 'x'.repeat(3 * 1024 * 1024) },
  });
  const { body: connector } = await app.manage('POST', '/sso-connectors', {
    providerName: 'OIDC',
    connectorName: host,
    config: { clientId: 'gatehouse', clientSecret: 'secret', issuer, ...config },
  });
  const path = `/experience/verification/sso/${connector.id}`;
  const { step } = await visit(app, 'SignIn');
  const redirectUri = `${app.env.ENDPOINT}/callback/${connector.id}`;
  const begun = await step('POST', `${path}/authorization-uri`, { state: 's', redirectUri });
  return {
    issuer,
    begun,
    finish: () =>
      step('POST', `${path}/verify`, {
        connectorData: { code: 'code', state: 's' },
        verificationId: begun.body.verificationId,
      }),
  };
};

test.each([
  'javascript:alert(document.domain)//',
  'data:text/html,<script>alert(1)</script>',
  'myapp://auth',
  '//auth',
])('a browser is not sent to %s, whatever the provider calls it', async endpoint => {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
    const { begun } = await connect({ [name]: endpoint });
    expect(begun, name).toMatchObject({ status: 400, body: { code: 'connector.invalid_metadata' } });
  }
  const typed = await app.manage('POST', '/sso-connectors', {
    providerName: 'SAML',
    connectorName: 'Typed',
    config: { entityId: 'idp', signInEndpoint: endpoint, x509Certificate: 'MII' },
  });
  expect(typed.status).toBe(400);
});

test.each(['moved', 'long'])(
  'a token endpoint whose answer is %s is an error of the provider',
  async name => {
    const host = `idp-${count + 1}.example`;
    const { begun, finish } = await connect({ token_endpoint: `https://${host}/${name}` });
    expect(begun.status, begun.text).toBe(200);
    const { status, body } = await finish();
    expect([400, 401]).toContain(status);
    expect(body.code).toMatch(/^connector\./);
    expect(world.asked.filter(({ path }) => path.includes('meta-data'))).toEqual([]);
  },
);

test('what signs for a client at a provider is good once, there alone, and never for the tenant itself', async () => {
  const signs = { token_endpoint_auth_methods_supported: ['private_key_jwt'] };
  const assertionOf = async (config?: object) => {
    const { issuer, finish } = await connect(signs, config);
    const { body } = await finish();
    const sent = world.asked.find(({ path }) => path.endsWith('/token'))?.body;
    const assertion = new URLSearchParams(sent).get('client_assertion');
    return { issuer, body, claims: assertion === null ? undefined : decodeJwt(assertion) };
  };
  const [one, other] = [await assertionOf(), await assertionOf()];
  for (const { issuer, claims } of [one, other])
    expect(claims).toMatchObject({ iss: 'gatehouse', sub: 'gatehouse', aud: `${issuer}/token` });
  expect(one.claims?.jti).not.toBe(other.claims?.jti);
  expect(Number(one.claims?.exp) - Number(one.claims?.iat)).toBeLessThanOrEqual(60);

  const forged = await assertionOf({ clientId: `${app.env.ENDPOINT}/oidc` });
  expect(forged).toMatchObject({ body: { code: 'connector.invalid_config' }, claims: undefined });
});

test('who may sign users in is not read over plain http, where anyone on the way could change it', async () => {
  const create = (providerName: string, config: object) =>
    app.manage('POST', '/sso-connectors', { providerName, connectorName: `Plain ${providerName}`, config });
  for (const { status, text } of [
    await create('SAML', { metadataUrl: 'http://idp.example/metadata' }),
    await create('OIDC', { clientId: 'gatehouse', clientSecret: 'secret', issuer: 'http://idp.example' }),
  ]) {
    expect(status).toBe(400);
    expect(text).toContain('validation.secure_url');
  }
  const { body } = await create('SAML', { metadataUrl: 'http://localhost:1/metadata' });
  const changed = await app.manage('PATCH', `/sso-connectors/${body.id}`, {
    config: { metadataUrl: 'http://idp.example/metadata' },
  });
  expect(changed.status).toBe(400);
});
