import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBuilders } from './testing/builders.ts';
import { tokenWith } from './testing/tokens.ts';

describe.each(anyDatabase)('plugs to the outside on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  test('[ENT-11] a connector is made from a factory; a second one for email replaces the first', async () => {
    const { body: factories } = await app.manage('GET', '/connector-factories');
    const mailbox = factories.find(({ id }: { id: string }) => id === 'development-mailbox');
    expect(mailbox).toMatchObject({ type: 'Email', platform: null });
    expect((await app.manage('GET', '/connector-factories/development-mailbox')).body).toEqual(mailbox);
    expect((await app.manage('GET', '/connector-factories/none')).status).toBe(404);
    const inGerman = (path: string) =>
      call(`${app.env.ENDPOINT}/api${path}`, { token: app.token, headers: { 'accept-language': 'de-AT' } });
    expect(mailbox.name).toEqual({ en: 'Development mailbox' });
    expect((await inGerman(`/connector-factories/${mailbox.id}`)).body.name).toEqual({
      en: 'Development mailbox',
      de: 'Entwicklungspostfach',
    });

    const create = (fields: object) => app.manage('POST', '/connectors', fields);
    expect((await create({ connectorId: 'none' })).body.code).toBe('connector.not_found_with_connector_id');
    const first = await create({ connectorId: 'development-mailbox', config: {} });
    expect(first).toMatchObject({
      status: 200,
      body: { connectorId: 'development-mailbox', type: 'Email', syncProfile: false, config: {} },
    });
    const second = await create({ connectorId: 'development-mailbox', id: 'my-mail' });
    expect(second.body.id).toBe('my-mail');
    const listed = await app.manage('GET', '/connectors');
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual(['my-mail']);
    expect((await app.manage('GET', '/connectors?target=other')).body).toEqual([]);
    expect((await app.manage('PATCH', '/connectors/my-mail', { config: { made: 'up' } })).body.code).toBe(
      'connector.invalid_config',
    );
    expect((await app.manage('PATCH', '/connectors/my-mail', { syncProfile: true })).body.code).toBe(
      'connector.invalid_type_for_syncing_profile',
    );
    expect((await app.manage('PATCH', '/connectors/my-mail', { config: {} })).status).toBe(200);
    expect((await app.manage('GET', '/connectors/my-mail')).body.name).toEqual(mailbox.name);
    expect((await inGerman('/connectors/my-mail')).body.description.de).toContain('Nachrichten');
    const [provider] = (await inGerman('/sso-connector-providers')).body;
    expect(provider.description).toBe('Jeder Identitätsanbieter, der OpenID Connect unterstützt.');
    const { body: github } = await inGerman('/connector-factories/github-universal');
    expect(github.formItems[1].label).toBe('Client-Secret');
    expect((await app.manage('DELETE', '/connectors/my-mail')).status).toBe(204);
    expect((await app.manage('GET', '/connectors/my-mail')).status).toBe(404);
    expect((await app.manage('DELETE', '/connectors/my-mail')).status).toBe(404);
  });

  test('[ENT-12] an enterprise connector for each provider, with its configuration sealed', async () => {
    const { body: providers } = await app.manage('GET', '/sso-connector-providers');
    expect(providers.map(({ providerName }: { providerName: string }) => providerName)).toEqual([
      'OIDC',
      'SAML',
      'AzureAD',
      'GoogleWorkspace',
      'Okta',
      'AzureAdOidc',
    ]);
    const config = { clientId: 'us', clientSecret: 'a-well-kept-secret', issuer: 'https://acme.example' };
    const created = await app.manage('POST', '/sso-connectors', {
      providerName: 'Okta',
      connectorName: 'Acme',
      config,
      domains: ['Acme.example'],
    });
    expect(created).toMatchObject({
      status: 200,
      body: { config, domains: ['acme.example'], providerType: 'oidc', name: 'Okta' },
    });
    const path = `/sso-connectors/${created.body.id}`;
    const alone = (await app.manage('GET', path)).body;
    expect(alone).toEqual({
      ...created.body,
      providerConfig: {},
      providerProblem: expect.stringContaining('acme.example'),
    });
    const token = await tokenWith(app, ['sso-connectors:read']);
    const read = await call(`${app.env.ENDPOINT}/api${path}`, { token });
    expect(read.body.config).toMatchObject({ clientId: 'us' });
    expect(read.text).not.toContain(config.clientSecret);
    const rows = await app.database
      .tenant('default')
      .read(db => db.selectFrom('ssoConnectors').selectAll().execute());
    expect(rows[0]?.config).not.toContain('clientId');
    const history = await app.manage('GET', `/changes?objectKind=sso-connector&objectId=${created.body.id}`);
    expect(history.text).not.toContain(config.clientSecret);
    const renamed = await app.manage('PATCH', path, { connectorName: 'Acme Inc.' });
    expect(renamed.body).toMatchObject({ ...created.body, connectorName: 'Acme Inc.' });
    expect((await app.manage('GET', '/sso-connectors?page=1')).headers.get('total-number')).toBe('1');
  });

  test('public, doubled and taken domains, names and configurations are refused', async () => {
    const create = async (fields: object) =>
      app.manage('POST', '/sso-connectors', { providerName: 'SAML', connectorName: 'Beta', ...fields });
    const first = await create({ domains: ['beta.example'] });
    expect(first.status).toBe(200);
    expect(await create({})).toMatchObject({
      status: 409,
      body: { code: 'single_sign_on.duplicate_connector_name' },
    });
    const another = { connectorName: 'Gamma' };
    expect((await create({ ...another, domains: ['gmail.com'] })).body.code).toBe(
      'single_sign_on.forbidden_domains',
    );
    expect((await create({ ...another, domains: ['c.example', 'C.example'] })).body.code).toBe(
      'single_sign_on.duplicated_domains',
    );
    expect(await create({ ...another, domains: ['BETA.example'] })).toMatchObject({
      status: 422,
      body: { code: 'single_sign_on.duplicated_domains', data: { domains: ['beta.example'] } },
    });
    expect((await create({ ...another, config: { clientId: 'x' } })).body.code).toBe(
      'connector.invalid_config',
    );
    expect((await create({ ...another, enableTokenStorage: true })).body.code).toBe(
      'connector.token_storage_not_supported',
    );
    const path = `/sso-connectors/${first.body.id}`;
    expect((await app.manage('PATCH', path, { domains: ['beta.example', 'b.example'] })).status).toBe(200);
    expect((await app.manage('PATCH', path, { enableTokenStorage: true })).status).toBe(400);
    const organization = await createBuilders(app).organization();
    const jit = `/organizations/${organization.id}/jit/sso-connectors`;
    expect((await app.manage('POST', jit, { ssoConnectorIds: [first.body.id] })).status).toBe(201);
    expect((await app.manage('GET', jit)).body).toMatchObject([{ connectorName: 'Beta' }]);
    expect((await app.manage('GET', jit)).body[0]).not.toHaveProperty('config');
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', jit)).body).toEqual([]);
    expect((await app.manage('DELETE', path)).status).toBe(404);
    expect((await app.manage('PATCH', path, {})).status).toBe(404);
  });

  test('a password is tried against the policy', async () => {
    await app.manage('PATCH', '/sign-in-exp', { passwordPolicy: { rejects: { pwned: false } } });
    const check = (body: object) => app.manage('POST', '/sign-in-exp/default/check-password', body);
    expect(await check({ password: 'violet-harbour-92' })).toMatchObject({
      status: 200,
      body: { result: true },
    });
    const user = await createBuilders(app).user({ name: 'Violet' });
    expect(await check({ password: 'abc', userId: user.id })).toMatchObject({
      status: 400,
      body: {
        result: false,
        issues: [{ code: 'password_rejected.too_short', interpolation: { min: 8 } }, {}],
      },
    });
    expect((await check({ password: 'violet12', userId: user.id })).body.issues).toMatchObject([
      { code: 'password_rejected.restricted.user_info' },
    ]);
    expect((await check({ password: 'abc', userId: 'nobody' })).status).toBe(404);
    const unsupported = { languageInfo: { autoDetect: true, fallbackLanguage: 'eo' } };
    expect((await app.manage('PATCH', '/sign-in-exp', unsupported)).body.code).toBe(
      'sign_in_experiences.unsupported_default_language',
    );
  });
});
