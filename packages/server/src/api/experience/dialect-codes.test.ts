import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../../http/testing/app.ts';
import {
  byPassword,
  type Dialect,
  email,
  password,
  sendPath,
  startDialect,
  usualSettings,
} from './testing/dialect.ts';
import { proveByCode, readMessage, visit } from './testing/visit.ts';

/** Behavior that custom sign-in pages written for the dialect rely on. */
describe('clients of the dialect, codes and messages', () => {
  let dialect: Dialect;
  beforeAll(async () => {
    dialect = await startDialect();
  });
  beforeEach(() => dialect.reset());
  afterAll(() => dialect.app.close());

  test('a code is sent where the address is no sign-in method, and refused when it is used', async () => {
    const { app } = dialect;
    await app.manage('POST', '/users', { username: 'coded', primaryEmail: 'coded@example.com', password });
    const { step } = await visit(app, 'SignIn');
    const verificationId = await proveByCode(app, step, email('coded@example.com'));
    expect((await step('POST', '/experience/identification', { verificationId })).body.code).toBe(
      'user.sign_in_method_not_enabled',
    );
  });

  test('a code is sent to an address of an enterprise, and refused when it is used', async () => {
    const { app, settings } = dialect;
    await settings({ singleSignOnEnabled: true });
    await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Acme',
      domains: ['acme.example'],
      config: { issuer: 'https://id.acme.example', clientId: 'client', clientSecret: 'secret' },
    });
    await app.manage('POST', '/users', { username: 'worker', primaryEmail: 'worker@acme.example' });
    const method = { identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false };
    await settings({
      signIn: { methods: [method] },
      signUp: { identifiers: ['email'], password: false, verify: true },
    });
    const { step } = await visit(app, 'SignIn');
    const verificationId = await proveByCode(app, step, email('worker@acme.example'));
    expect((await step('POST', '/experience/identification', { verificationId })).body.code).toBe(
      'session.sso_enabled',
    );
  });

  test('a user signs in with or without the zero inside the country', async () => {
    const { app, settings } = dialect;
    const method = { identifier: 'phone', password: true, verificationCode: true, isPasswordPrimary: false };
    await settings({
      signIn: { methods: [method] },
      signUp: { identifiers: [], password: false, verify: false },
    });
    await app.manage('POST', '/users', { primaryPhone: '61412345678' });
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'phone' as const, value: '610412345678' };
    const sent = await step('POST', sendPath, { identifier, interactionEvent: 'SignIn' });
    const { code } = await readMessage(app, '61412345678');
    const { verificationId } = sent.body;
    const proven = await step('POST', `${sendPath}/verify`, { identifier, verificationId, code });
    expect(proven.status).toBe(200);
    expect((await step('POST', '/experience/identification', { verificationId })).status).toBe(204);
  });

  test('only addresses on the allowlist register, the blocklist still wins, and stars match anything', async () => {
    const { settings, send } = dialect;
    await settings({
      signUp: { identifiers: ['email'], password: false, verify: true },
      signIn: { methods: [{ identifier: 'email', ...byPassword, verificationCode: true }] },
      emailBlocklistPolicy: {
        customAllowlist: ['foo*@x.example', '@*.y.example', 'me@z.example', '@w.example'],
        customBlocklist: ['bad@w.example', 'foobar*@x.example'],
      },
    });
    const verdicts = {
      'foo@x.example': 200,
      'food@x.example': 200,
      'foobar1@x.example': 422,
      'oof@x.example': 422,
      'a@mail.y.example': 200,
      'a@y.example': 422,
      'me@z.example': 200,
      'you@z.example': 422,
      'ok@w.example': 200,
      'bad@w.example': 422,
    };
    for (const [value, status] of Object.entries(verdicts)) {
      const { sent } = await send('Register', value);
      expect(sent.status, value).toBe(status);
      if (status === 422) expect(sent.body.code).toBe('session.email_blocklist.email_not_allowed');
    }
    // Existing accounts stay.
    expect((await send('SignIn', 'you@z.example')).sent.status).toBe(200);
  });

  test('messages say what they are for: signing in, registering, setting up a factor', async () => {
    const { app, settings, send, signIn } = dialect;
    await settings({ signUp: { identifiers: ['email'], password: false, verify: true } });
    await app.manage('POST', '/users', { username: 'reader', primaryEmail: 'reader@example.com', password });
    await send('SignIn', 'reader@example.com');
    expect((await readMessage(app, 'reader@example.com')).templateType).toBe('SignIn');
    await send('Register', 'newcomer@example.com');
    expect((await readMessage(app, 'newcomer@example.com')).templateType).toBe('Register');
    await settings({
      ...usualSettings,
      mfa: { policy: 'UserControlled', factors: ['EmailVerificationCode'] },
    });
    await app.manage('POST', '/users', { username: 'binder', password });
    const step = await signIn('binder');
    await step('POST', sendPath, { identifier: email('binder@example.com'), interactionEvent: 'SignIn' });
    expect((await readMessage(app, 'binder@example.com')).templateType).toBe('BindMfa');
  });

  test('a template can name the user, the application and the organization', async () => {
    const { app, settings } = dialect;
    await settings({ mfa: { policy: 'UserControlled', factors: ['EmailVerificationCode'] } });
    const { body: organization } = await app.manage('POST', '/organizations', {
      name: 'Acme',
      branding: { logoUrl: 'https://acme.example/logo.svg' },
    });
    await app.manage('POST', '/users', { username: 'named', name: 'Na Med', password });
    const { step } = await visit(app, 'SignIn', {
      organization_id: organization.id,
      ui_locales: 'nl de',
    });
    const identifier = { type: 'username', value: 'named' };
    const { body } = await step('POST', '/experience/verification/password', { identifier, password });
    await step('POST', '/experience/identification', body);
    await step('POST', sendPath, { identifier: email('named@example.com'), interactionEvent: 'SignIn' });
    const [message] = (await app.manage('GET', '/development-mailbox?recipient=named@example.com')).body;
    expect(message.payload).toMatchObject({
      uiLocales: 'nl de',
      locale: 'de',
      application: { id: 'demo-app' },
      organization: { name: 'Acme', branding: { logoUrl: 'https://acme.example/logo.svg' } },
      user: { name: 'Na Med', username: 'named' },
    });
    expect(JSON.stringify(message.payload)).not.toContain('passwordEncrypted');
  });

  test('webhooks hear once of a recipient who gets too many messages', async () => {
    const { app, settings, send } = dialect;
    await settings({ signIn: { methods: [{ identifier: 'email', ...byPassword, verificationCode: true }] } });
    await app.manage('POST', '/users', { primaryEmail: 'flooded@example.com' });
    const statuses = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push((await send('SignIn', 'flooded@example.com')).sent.status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    const told = await app.database
      .tenant('default')
      .read(db =>
        db.selectFrom('events').select('event').where('event', '=', 'Message.RateLimited').execute(),
      );
    expect(told).toHaveLength(1);
    const address = `${app.env.ENDPOINT}/api/status`;
    expect((await call(address)).status).toBe(204);
  });
});
