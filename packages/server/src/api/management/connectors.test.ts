import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { startMailServer } from '../../messages/testing/mail-server.ts';
import { createCertificate } from '../../saml/certificate.ts';
import { createBuilders } from './testing/builders.ts';
import { tokenWith } from './testing/tokens.ts';

describe.each(databaseKinds)('plugs to the outside on %s', kind => {
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

  test('[ENT-11] a mail server is tried out before it is saved, and sends in the words of the tenant', async () => {
    const mail = await startMailServer();
    const config = {
      host: '127.0.0.1',
      port: mail.port,
      auth: { user: 'gatehouse', pass: 'secret' },
      fromEmail: 'Example <no-reply@example.com>',
    };
    const factory = 'simplemail-transfer-protocol';
    const tryOut = (body: object) => app.manage('POST', `/connectors/${factory}/test`, body);
    expect((await tryOut({ email: 'ada@example.com', config })).status).toBe(204);
    expect(mail.received).toMatchObject([{ from: 'no-reply@example.com', to: ['ada@example.com'] }]);
    expect(mail.received[0]?.text).toContain('Subject: 000000 is your verification code');
    expect(mail.received[0]?.text).toContain('<html lang="en" dir="ltr">');
    const auth = { user: 'gatehouse', pass: 'wrong' };
    for (const [body, code] of [
      [{ config }, 'guard.invalid_input'],
      [{ phone: '491512345', config }, 'connector.unexpected_type'],
      [{ email: 'ada@example.com', config: { host: 'x' } }, 'connector.invalid_config'],
    ] as const)
      expect((await tryOut(body)).body.code).toBe(code);
    // What the mail server said is told as that.
    for (const [fields, message] of [
      [{ auth }, /^The mail server refused the name or password: 535 /],
      [{ port: 1 }, /^The mail server 127\.0\.0\.1:1 cannot be reached: /],
      [{ requireTLS: true }, /^The mail server offers no encryption \(STARTTLS\)/],
    ] as const) {
      const { body } = await tryOut({ email: 'ada@example.com', config: { ...config, ...fields } });
      expect(body).toMatchObject({
        code: 'connector.general',
        data: { message: expect.stringMatching(message) },
      });
    }

    await app.manage('POST', '/connectors', { connectorId: factory, config });
    await app.manage('PUT', '/email-templates', {
      templates: [
        {
          languageTag: 'en',
          templateType: 'Generic',
          details: { subject: 'Harbour: {{code}}', content: '<p>Hello, <b>{{code}}</b>{{nothing}}</p>' },
        },
        {
          languageTag: 'de',
          templateType: 'Generic',
          details: { subject: 'Hafen: {{code}}', content: '<p>Hallo</p>' },
        },
      ],
    });
    const sent = await app.manage('POST', '/verification-codes', { email: 'grace@example.com' });
    expect(sent.status).toBe(204);
    await app.app.tenantMessages.deliverDue();
    expect(mail.received).toHaveLength(2);
    expect(mail.received[1]?.text).toMatch(/Subject: Harbour: \d{6}/);
    expect(mail.received[1]?.text).toMatch(/<p>Hello, <b>\d{6}<\/b><\/p>/);
    expect(mail.received[1]?.text).toMatch(/^Hello, \d{6}/m);
    // Whoever asks on a page in another language reads the message in it.
    await call(`${app.env.ENDPOINT}/api/verification-codes`, {
      method: 'POST',
      token: app.token,
      body: { email: 'grace@example.com' },
      headers: { 'accept-language': 'de-CH,de;q=0.9' },
    });
    await app.app.tenantMessages.deliverDue();
    expect(mail.received[2]?.text).toMatch(/Subject: Hafen: \d{6}/);
    await mail.close();
    for (const tag of ['en', 'de']) await app.manage('DELETE', `/email-templates?languageTag=${tag}`);
  });

  test('a mail server with a certificate of its own is trusted by the certificate that is given', async () => {
    const { privateKey: key, certificate: cert } = await createCertificate({
      subject: 'localhost',
      years: 1,
    });
    const mail = await startMailServer({ key, cert });
    const auth = { user: 'gatehouse', pass: 'secret' };
    const config = {
      host: 'localhost',
      port: mail.port,
      auth,
      fromEmail: 'no-reply@example.com',
      requireTLS: true,
    };
    const tryOut = (fields: object) =>
      app.manage('POST', '/connectors/simplemail-transfer-protocol/test', {
        email: 'ada@example.com',
        config: { ...config, ...fields },
      });
    expect((await tryOut({})).body.data.message).toMatch(/certificate/);
    const trusted = await tryOut({ certificateAuthority: cert });
    expect(trusted.status, trusted.text).toBe(204);
    expect(mail.received).toHaveLength(1);
    expect((await tryOut({ certificateAuthority: 'made up' })).body.code).toBe('connector.invalid_config');
    await mail.close();
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
    expect((await app.manage('PATCH', path, { enableTokenStorage: true })).status).toBe(422);
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

  test('[ENT-20] a SAML application comes with a certificate for three years; one signs at a time', async () => {
    const acsUrl = {
      binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
      url: 'https://sp.example/acs',
    };
    const created = await app.manage('POST', '/saml-applications', { name: 'Wiki', acsUrl });
    expect(created).toMatchObject({
      status: 201,
      body: { type: 'SAML', name: 'Wiki', acsUrl, entityId: null, attributeMapping: {} },
    });
    expect(created.body).not.toHaveProperty('oidcClientMetadata');
    const path = `/saml-applications/${created.body.id}`;
    const redirect = { ...acsUrl, binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect' };
    expect((await app.manage('PATCH', path, { acsUrl: redirect })).body.code).toBe(
      'application.saml.acs_url_binding_not_supported',
    );
    const updated = await app.manage('PATCH', path, { entityId: 'https://sp.example', description: 'Docs' });
    expect(updated.body).toEqual({ ...created.body, entityId: 'https://sp.example', description: 'Docs' });
    expect((await app.manage('GET', path)).body).toEqual(updated.body);

    const { body: secrets } = await app.manage('GET', `${path}/secrets`);
    expect(secrets).toMatchObject([{ active: true }]);
    expect(secrets[0]).not.toHaveProperty('privateKey');
    const certificate = new X509Certificate(secrets[0].certificate);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(secrets[0].fingerprints.sha256.formatted).toBe(certificate.fingerprint256);
    const years = (secrets[0].expiresAt - secrets[0].createdAt) / (365.25 * 86_400_000);
    expect(Math.round(years)).toBe(3);
    const added = await app.manage('POST', `${path}/secrets`, { lifeSpanInYears: 1 });
    expect(added).toMatchObject({ status: 201, body: { active: false } });
    const second = `${path}/secrets/${added.body.id}`;
    expect((await app.manage('PATCH', second, { active: true })).body.active).toBe(true);
    const { body: after } = await app.manage('GET', `${path}/secrets`);
    expect(after.map(({ active }: { active: boolean }) => active)).toEqual([false, true]);
    expect((await app.manage('DELETE', second)).body.code).toBe(
      'application.saml.can_not_delete_active_secret',
    );
    expect((await app.manage('DELETE', `${path}/secrets/${secrets[0].id}`)).status).toBe(204);
    expect((await app.manage('DELETE', `${path}/secrets/${secrets[0].id}`)).status).toBe(404);

    expect((await app.manage('PATCH', `/applications/${created.body.id}`, { name: 'x' })).body.code).toBe(
      'application.saml.use_saml_app_api',
    );
    const spa = await createBuilders(app).application({ type: 'SPA' });
    expect((await app.manage('GET', `/saml-applications/${spa.id}`)).body.code).toBe(
      'application.saml.saml_application_only',
    );
    await app.manage('POST', '/saml-applications', { name: 'Two' });
    await app.manage('POST', '/saml-applications', { name: 'Three' });
    // Plans limit how many there are in the cloud only.
    expect((await app.manage('POST', '/saml-applications', { name: 'Four' })).status).toBe(201);
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).status).toBe(404);
  });

  test('a SAML application that is deleted while it is read is there or not found, and comes back by an undo', async () => {
    const { body } = await app.manage('POST', '/saml-applications', { name: 'Brief' });
    const path = `/saml-applications/${body.id}`;
    const reads = [...Array(40).keys()].map(index => app.manage('GET', index % 2 ? path : `${path}/secrets`));
    const [deleted, ...answers] = await Promise.all([app.manage('DELETE', path), ...reads]);
    expect(deleted.status).toBe(204);
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    const { body: changes } = await app.manage('GET', `/changes?objectId=${body.id}`);
    expect((await app.manage('POST', `/changes/${changes[0].id}/revert`)).status).toBe(201);
    expect((await app.manage('GET', path)).body).toMatchObject({ id: body.id, name: 'Brief' });
    // Keys that were deleted are gone for good.
    expect((await app.manage('GET', `${path}/secrets`)).body).toEqual([]);
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
