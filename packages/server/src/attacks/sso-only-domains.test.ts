import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../api/experience/testing/authenticator.ts';
import { keepMessages, proveByCode, readMessage, visit } from '../api/experience/testing/visit.ts';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const password = 'correct horse battery';
const phone = { type: 'phone', value: '4915112345678' } as const;

/** Users of an enterprise sign in through it: those who have left it stay out. */
describe.each(anyDatabase)('domains that sign in by their enterprise only, on %s', kind => {
  let app: TestApp;
  let world: StandIn;
  let authenticator: ReturnType<typeof createAuthenticator>;
  let workerId: string;
  beforeAll(async () => {
    world = await startStandIn();
    app = await startTestApp(kind, { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
    authenticator = createAuthenticator(app.env.ENDPOINT);
    await keepMessages(app);
    const code = { password: true, verificationCode: true, isPasswordPrimary: true };
    await app.manage('PATCH', '/sign-in-exp', {
      singleSignOnEnabled: true,
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
          { identifier: 'phone', ...code },
          { identifier: 'email', ...code },
        ],
      },
    });
    const { body: worker } = await app.manage('POST', '/users', {
      username: 'worker',
      primaryEmail: 'worker@acme.example',
      primaryPhone: phone.value,
      password,
    });
    workerId = worker.id;
    await addOtherWays();
    await app.manage('POST', '/users', { username: 'other', primaryEmail: 'o@elsewhere.example', password });
    const made = await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Acme',
      domains: ['acme.example'],
      config: { issuer: 'https://id.acme.example', clientId: 'client', clientSecret: 'secret' },
    });
    expect(made.status, made.text).toBe(200);
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  /** From the time before the enterprise: a passkey and a linked social account. */
  const addOtherWays = async () => {
    await app.manage('POST', '/connectors', {
      id: 'plain',
      connectorId: 'oauth2',
      config: {
        authorizationEndpoint: 'https://plain.example/auth',
        tokenEndpoint: 'https://plain.example/token',
        userInfoEndpoint: 'https://plain.example/me',
        clientId: 'client',
        clientSecret: 'secret',
      },
      metadata: { target: 'plain', name: { en: 'Plain' } },
    });
    await app.manage('PATCH', '/sign-in-exp', {
      socialSignInConnectorTargets: ['plain'],
      passkeySignIn: { enabled: true },
    });
    const linked = await app.manage('PUT', `/users/${workerId}/identities/plain`, {
      userId: 'worker-at-plain',
    });
    expect(linked.status, linked.text).toBeLessThan(300);
    const { step } = await visit(app, 'SignIn');
    const { body } = await step('POST', '/experience/verification/password', {
      identifier: { type: 'username', value: 'worker' },
      password,
    });
    await step('POST', '/experience/identification', body);
    const made = (await step('POST', '/experience/verification/web-authn/registration')).body;
    const payload = authenticator.register(made.registrationOptions);
    const { verificationId } = made;
    await step('POST', '/experience/verification/web-authn/registration/verify', { verificationId, payload });
    await step('POST', '/experience/profile/mfa/passkey', { verificationId });
    const done = await step('POST', '/experience/submit');
    expect(done.status, done.text).toBe(200);
  };

  const signIn = async (identifier: { type: string; value: string }) => {
    const { step } = await visit(app, 'SignIn');
    const { body } = await step('POST', '/experience/verification/password', { identifier, password });
    return step('POST', '/experience/identification', body);
  };

  test.each([{ type: 'username', value: 'worker' }, phone, { type: 'email', value: 'worker@acme.example' }])(
    'the password with a $type is not enough',
    async identifier => {
      expect((await signIn(identifier)).body).toMatchObject({ code: 'session.sso_enabled' });
    },
  );

  test('nor is a code to the phone', async () => {
    const { step } = await visit(app, 'SignIn');
    const verificationId = await proveByCode(app, step, phone);
    const refused = await step('POST', '/experience/identification', { verificationId });
    expect(refused.body).toMatchObject({ code: 'session.sso_enabled' });
  });

  test('nor a new password: neither by phone nor by email', async () => {
    const { step } = await visit(app, 'ForgotPassword');
    const verificationId = await proveByCode(app, step, phone, 'ForgotPassword');
    const refused = await step('POST', '/experience/identification', { verificationId });
    expect(refused.body).toMatchObject({ code: 'session.sso_enabled' });
    const ask = async (value: string) => {
      const other = await visit(app, 'ForgotPassword');
      return other.step('POST', '/experience/verification/verification-code', {
        identifier: { type: 'email', value },
        interactionEvent: 'ForgotPassword',
      });
    };
    // The response is the same whether or not a user has the address.
    for (const value of ['worker@acme.example', 'stranger@acme.example'])
      expect((await ask(value)).body).toMatchObject({ code: 'session.sso_enabled' });
    expect((await readMessage(app, 'worker@acme.example')).code).toBe('');
  });

  test('nor is a linked social account, whatever address it brings', async () => {
    world.answer({
      'plain.example/token': { json: { access_token: 'at', token_type: 'bearer' } },
      'plain.example/me': { json: { id: 'worker-at-plain', email: 'w@elsewhere.example' } },
    });
    const { step } = await visit(app, 'SignIn');
    const base = '/experience/verification/social/plain';
    const redirectUri = `${app.env.ENDPOINT}/callback/plain`;
    const { body } = await step('POST', `${base}/authorization-uri`, { state: 's', redirectUri });
    const { verificationId } = body;
    const connectorData = { code: 'c', state: 's', redirectUri };
    const verified = await step('POST', `${base}/verify`, { verificationId, connectorData });
    expect(verified.status, verified.text).toBe(200);
    const refused = await step('POST', '/experience/identification', { verificationId });
    expect(refused.body).toMatchObject({ code: 'session.sso_enabled' });
  });

  test('nor is a passkey, with or without an identifier', async () => {
    const base = '/experience/verification/sign-in-passkey/authentication';
    const identifier = { type: 'username', value: 'worker' };
    for (const ask of ['/experience/preflight/sign-in-passkey/authentication', base]) {
      const { step } = await visit(app, 'SignIn');
      const { body } = await step('POST', ask, ask === base ? { identifier } : undefined);
      const payload = authenticator.authenticate(body.authenticationOptions, workerId);
      const { verificationId } = body;
      const refused = await step('POST', `${base}/verify`, { verificationId, payload });
      expect(refused.body).toMatchObject({ code: 'session.passkey_sign_in.sso_users_not_allowed' });
      expect((await step('POST', '/experience/submit')).status).toBeGreaterThanOrEqual(400);
    }
  });

  test('nor is a one-time token', async () => {
    const address = 'worker@acme.example';
    const { body } = await app.manage('POST', '/one-time-tokens', { email: address });
    const { step } = await visit(app, 'SignIn');
    const proven = await step('POST', '/experience/verification/one-time-token/verify', {
      identifier: { type: 'email', value: address },
      token: body.token,
    });
    const refused = await step('POST', '/experience/identification', proven.body);
    expect(refused.body).toMatchObject({ code: 'session.sso_enabled' });
  });

  test('others sign in as before', async () => {
    expect((await signIn({ type: 'username', value: 'other' })).status).toBe(204);
  });
});
