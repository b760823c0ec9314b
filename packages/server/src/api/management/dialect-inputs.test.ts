import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStandIn } from '../../connectors/testing/stand-in.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBuilders } from './testing/builders.ts';

/** Inputs that existing clients of the dialect send, and the codes that they expect for others. */
describe('clients of the dialect and inputs of the management API', () => {
  let world: Awaited<ReturnType<typeof startStandIn>>;
  let app: TestApp;
  let build: ReturnType<typeof createBuilders>;
  beforeAll(async () => {
    world = await startStandIn();
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
    build = createBuilders(app);
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  const codeOf = async (answer: ReturnType<TestApp['manage']>) => {
    const { status, body } = await answer;
    return [status, body?.code];
  };

  test('a setting about the name of the product is kept, and shown to pages', async () => {
    const read = async () => (await app.manage('GET', '/sign-in-exp')).body;
    const before = await read();
    expect(before.hideLogtoBranding).toBe(false);
    const set = await app.manage('PATCH', '/sign-in-exp', { hideLogtoBranding: true });
    expect(set).toMatchObject({ status: 200, body: { hideLogtoBranding: true } });
    expect(await read()).toEqual({ ...before, hideLogtoBranding: true });
    const shown = await call(`${app.env.ENDPOINT}/api/.well-known/sign-in-exp`);
    expect(shown.body.hideLogtoBranding).toBe(true);
  });

  test('what is read from the sign-in experience can be written back', async () => {
    const { tenantId: _, id: __, ...settings } = (await app.manage('GET', '/sign-in-exp')).body;
    const written = await app.manage('PATCH', '/sign-in-exp', settings);
    expect(written.status, written.text).toBe(200);
  });

  test('what an object cannot have changed can be sent back, and other unknown fields not', async () => {
    const { body: organization } = await app.manage('POST', '/organizations', {
      tenantId: 'default',
      name: 'Acme',
    });
    const { tenantId, id, createdAt } = organization;
    const path = `/organizations/${id}`;
    const sent = { tenantId, id: 'another', createdAt: 1, name: 'Acme Inc.' };
    expect((await app.manage('PATCH', path, sent)).body).toEqual({ ...organization, name: 'Acme Inc.' });
    expect((await app.manage('GET', path)).body).toMatchObject({ id, createdAt });
    for (const [method, at, body] of [
      ['PATCH', path, { name: 'Acme', owner: 'me' }],
      ['POST', '/organizations', { name: 'Beta', id: 'beta' }],
    ] as const)
      expect(await codeOf(app.manage(method, at, body))).toEqual([400, 'guard.invalid_input']);
  });

  test('400 for an address that is none, and the field says so', async () => {
    const { id: organizationId } = await build.organization();
    for (const [path, body, field] of [
      ['/users', { primaryEmail: 'ada' }, 'primaryEmail'],
      ['/one-time-tokens', { email: 'ada' }, 'email'],
      [
        '/organization-invitations',
        { invitee: 'ada', organizationId, expiresAt: Date.now() + 1e6 },
        'invitee',
      ],
    ] as const) {
      const { status, body: refused } = await app.manage('POST', path, body);
      expect([status, refused.code]).toEqual([400, 'guard.invalid_input']);
      expect(refused.data.issues).toMatchObject([{ path: field, code: 'user.invalid_email' }]);
    }
  });

  test('400 for an identifier that a new user would be asked for twice', async () => {
    const signUp = (secondaryIdentifiers: object[]) =>
      app.manage('PATCH', '/sign-in-exp', {
        signUp: { identifiers: ['username'], password: true, verify: true, secondaryIdentifiers },
      });
    const refused = [400, 'sign_in_experiences.duplicated_sign_up_identifiers'];
    const email = { identifier: 'email', verify: true };
    expect(await codeOf(signUp([{ identifier: 'username' }]))).toEqual(refused);
    expect(await codeOf(signUp([email, email]))).toEqual(refused);
    expect((await signUp([email])).status).toBe(200);
  });

  test('targets without a connector are left out, and password expiration keeps what is not named', async () => {
    const set = async (body: object) => (await app.manage('PATCH', '/sign-in-exp', body)).body;
    expect((await set({ socialSignInConnectorTargets: ['gone'] })).socialSignInConnectorTargets).toEqual([]);
    const rule = (await set({ passwordExpiration: { validPeriodDays: 30 } })).passwordExpiration;
    expect(rule).toMatchObject({ enabled: false, validPeriodDays: 30 });
  });

  test('the SMTP connector and the permission of the management API have the names of the dialect, too', async () => {
    const smtp = 'simple-mail-transfer-protocol';
    const factory = await app.manage('GET', `/connector-factories/${smtp}`);
    expect(factory).toMatchObject({ status: 200, body: { type: 'Email' } });
    const config = {
      host: 'mail.example',
      port: 587,
      fromEmail: 'a@mail.example',
      auth: { user: 'u', pass: 'p' },
    };
    const made = await app.manage('POST', '/connectors', { connectorId: smtp, config });
    expect(made, made.text).toMatchObject({ status: 200, body: { connectorId: smtp, type: 'Email' } });
    expect((await app.manage('GET', '/connectors')).text).toContain(made.body.id);
    const sent = await app.manage('POST', '/verification-codes', { email: 'ada@mail.example' });
    expect(sent.status, sent.text).toBe(204);
    const [message] = await app.database
      .tenant('default')
      .read(db => db.selectFrom('messages').select('connectorId').execute());
    expect(message).toEqual({ connectorId: made.body.id });
    const { id } = await build.application({ type: 'Traditional', isThirdParty: true });
    const consent = { resourceScopes: ['management-api-all'] };
    expect(await codeOf(app.manage('POST', `/applications/${id}/user-consent-scopes`, consent))).toEqual([
      422,
      'application.consent_management_api_scopes_not_allowed',
    ]);
  });

  test('422 for a third-party application that would exchange tokens', async () => {
    const refused = [422, 'application.third_party_application_cannot_enable_token_exchange'];
    const others = { name: 'Others', type: 'Traditional', isThirdParty: true };
    const customClientMetadata = { allowTokenExchange: true };
    expect(await codeOf(app.manage('POST', '/applications', { ...others, customClientMetadata }))).toEqual(
      refused,
    );
    const { id } = await build.application(others);
    expect(await codeOf(app.manage('PATCH', `/applications/${id}`, { customClientMetadata }))).toEqual(
      refused,
    );
  });

  test('a caller that compares the state itself links an account without it', async () => {
    world.answer({
      'github.com/login/oauth/access_token': { json: { access_token: 'theirs', token_type: 'bearer' } },
      'api.github.com/user': { json: { id: 42, login: 'ada' } },
      'api.github.com/user/emails': { json: [] },
    });
    const connector = { connectorId: 'github-universal', config: { clientId: 'us', clientSecret: 'secret' } };
    const { id: connectorId } = (await app.manage('POST', '/connectors', connector)).body;
    const { id } = await build.user();
    const redirectUri = 'https://shop.example/back';
    const begun = await app.manage('POST', `/connectors/${connectorId}/authorization-uri`, {
      state: 'mine',
      redirectUri,
    });
    expect(new URL(begun.body.redirectTo).searchParams.get('state')).toBe('mine');
    const link = (body: object) => app.manage('POST', `/users/${id}/identities`, body);
    expect(await link({ connectorId, connectorData: { code: 'c', redirectUri } })).toMatchObject({
      status: 200,
      body: { github: { userId: '42' } },
    });
    expect(await codeOf(link({ connectorId: 'none', connectorData: {} }))).toEqual([
      422,
      'session.invalid_connector_id',
    ]);
  });

  test('422 for an enterprise provider that there is not, 400 for tokens that SAML does not have', async () => {
    const create = (fields: object) =>
      app.manage('POST', '/sso-connectors', { connectorName: 'Acme', ...fields });
    const unknown = await create({ providerName: 'LDAP' });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'connector.not_found' } });
    expect(unknown.body.data.issues).toMatchObject([{ path: 'providerName', code: 'validation.option' }]);
    expect(await codeOf(create({}))).toEqual([400, 'guard.invalid_input']);
    const refused = [400, 'connector.token_storage_not_supported'];
    expect(await codeOf(create({ providerName: 'SAML', enableTokenStorage: true }))).toEqual(refused);
    const { id } = (await create({ providerName: 'SAML' })).body;
    expect(await codeOf(app.manage('PATCH', `/sso-connectors/${id}`, { enableTokenStorage: true }))).toEqual(
      refused,
    );
  });

  test('400 for a segment of the path that is none of those that there are', async () => {
    const { id } = await build.application({ type: 'SPA' });
    const script = { script: 'const getCustomJwtClaims = async () => ({});' };
    for (const [method, path, body] of [
      ['GET', '/configs/jwt-customizer/id-token'],
      ['PUT', '/configs/jwt-customizer/id-token', script],
      ['DELETE', '/configs/jwt-customizer/id-token'],
      ['GET', '/configs/actions/action.preSignIn'],
      ['GET', '/configs/oidc/public-keys'],
      ['POST', '/configs/oidc/public-keys/rotate'],
      ['DELETE', '/configs/oidc/public-keys/one'],
      ['DELETE', `/applications/${id}/user-consent-scopes/scopes/read`],
      ['DELETE', '/cimd/user-consent-scopes/scopes/read'],
    ] as const) {
      const answer = await app.manage(method, path, body);
      expect([answer.status, answer.body.code], path).toEqual([400, 'guard.invalid_input']);
      expect(answer.body.data.issues[0], path).toMatchObject({ code: 'validation.option' });
    }
    expect((await call(`${app.env.ENDPOINT}/api/configs/oidc/public-keys`)).status).toBe(401);
  });
});
