import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byPassword, type Dialect, email, password, startDialect } from './testing/dialect.ts';
import { proveByCode, visit } from './testing/visit.ts';

/** Behavior that custom sign-in pages written for the dialect rely on. */
describe('clients of the dialect and the experience API', () => {
  let dialect: Dialect;
  beforeAll(async () => {
    dialect = await startDialect();
  });
  beforeEach(() => dialect.reset());
  afterAll(() => dialect.app.close());

  test('a connector that is not on the page can be used, and a page that keeps the state need not send it', async () => {
    const { app } = dialect;
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
    const { step } = await visit(app, 'SignIn');
    const base = '/experience/verification/social/plain';
    const redirectUri = `${app.env.ENDPOINT}/callback/plain`;
    const begun = await step('POST', `${base}/authorization-uri`, { state: 'mine', redirectUri });
    expect(begun.status).toBe(200);
    const { verificationId } = begun.body;
    const verify = async (connectorData: object) =>
      (await step('POST', `${base}/verify`, { verificationId, connectorData })).body.code;
    expect(await verify({ code: 'c', state: 'other' })).toBe('session.csrf_token_mismatch');
    // The provider does not exist: it was asked, so the state was no obstacle.
    expect(await verify({ code: 'c' })).toMatch(/^connector\./);
    const { verificationRecords } = (await step('GET', '/experience/interaction')).body;
    expect(verificationRecords).toMatchObject([
      { type: 'Social', verified: false, connectorId: 'plain', target: 'plain' },
    ]);
    expect(verificationRecords[0]).not.toHaveProperty('isVerified');
  });

  test('400 for an identification that names no verification', async () => {
    for (const event of ['SignIn', 'ForgotPassword'] as const) {
      const { step } = await visit(dialect.app, event);
      const { status, body } = await step('POST', '/experience/identification', {});
      expect([status, body.code]).toEqual([400, 'guard.invalid_input']);
      expect(body.data.issues).toMatchObject([{ path: 'verificationId', code: 'validation.required' }]);
    }
  });

  test('a new username and password can be proposed while signing in', async () => {
    const { app } = dialect;
    const { step } = await visit(app, 'SignIn');
    const proposed = await step('POST', '/experience/verification/new-password-identity', {
      identifier: { type: 'username', value: 'turncoat' },
      password,
    });
    expect(proposed.status).toBe(200);
    await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    expect((await step('POST', '/experience/identification', proposed.body)).status).toBe(201);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
  });

  test('registering continues without a complete profile, and asks for the rest at the end', async () => {
    const { app, settings } = dialect;
    await settings({
      signUp: { identifiers: ['email'], password: true, verify: true },
      signIn: { methods: [{ identifier: 'email', ...byPassword }] },
    });
    const { step } = await visit(app, 'Register');
    const verificationId = await proveByCode(app, step, email('later@example.com'), 'Register');
    expect((await step('POST', '/experience/identification', { verificationId })).status).toBe(201);
    const missing = { code: 'user.missing_profile', data: { missingProfile: ['password'] } };
    expect(await step('POST', '/experience/submit')).toMatchObject({ status: 422, body: missing });
    // No user is created before everything is there.
    expect((await app.manage('GET', '/users?search=later@example.com')).body).toEqual([]);
    await step('POST', '/experience/profile', { type: 'password', value: password });
    const done = await step('POST', '/experience/submit');
    expect(done.status, done.text).toBe(200);
    expect((await app.manage('GET', '/users?search=later@example.com')).body).toMatchObject([
      { primaryEmail: 'later@example.com', hasPassword: true },
    ]);
  });

  test('built-in parts of the profile need no field of the tenant', async () => {
    const { app } = dialect;
    const { step } = await visit(app, 'Register');
    const { body } = await step('POST', '/experience/verification/new-password-identity', {
      identifier: { type: 'username', value: 'profiled' },
      password,
    });
    const fill = (values: object) => step('POST', '/experience/profile', { type: 'extraProfile', values });
    expect(
      (await fill({ name: 'Pro Filed', givenName: 'Pro', avatar: 'https://a.example/p.png' })).status,
    ).toBe(204);
    expect((await fill({ shoeSize: '42' })).body.code).toBe('guard.invalid_input');
    await step('POST', '/experience/identification', body);
    await step('POST', '/experience/submit');
    expect((await app.manage('GET', '/users?search=profiled')).body).toMatchObject([
      { name: 'Pro Filed', avatar: 'https://a.example/p.png', profile: { givenName: 'Pro' } },
    ]);
  });

  test('an identifier that signs up need not sign in', async () => {
    const { settings } = dialect;
    const answer = await settings({
      signUp: { identifiers: ['username', 'email'], password: true, verify: true },
    });
    expect(answer.status, answer.text).toBe(200);
  });

  test('a link replaces a password where it was made for that, and for nothing else', async () => {
    const { app } = dialect;
    const address = 'forgetful@example.com';
    const { body: user } = await app.manage('POST', '/users', { primaryEmail: address, password });
    const make = async (context: object) =>
      (await app.manage('POST', '/one-time-tokens', { email: address, context })).body.token as string;
    const verify = async (event: 'SignIn' | 'ForgotPassword', token: string) => {
      const { step } = await visit(app, event);
      const body = { identifier: email(address), token };
      return { step, proven: await step('POST', '/experience/verification/one-time-token/verify', body) };
    };
    const forReset = await make({ interactionEvent: 'ForgotPassword' });
    const mismatch = 'one_time_token.interaction_event_mismatch';
    expect((await verify('SignIn', forReset)).proven.body.code).toBe(mismatch);
    expect((await verify('ForgotPassword', await make({}))).proven.body.code).toBe(mismatch);
    const { step, proven } = await verify('ForgotPassword', forReset);
    expect(proven.status).toBe(200);
    expect((await step('POST', '/experience/identification', proven.body)).status).toBe(204);
    await step('PUT', '/experience/profile/password', { password: 'another long secret' });
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    const checked = await app.manage('POST', `/users/${user.id}/password/verify`, {
      password: 'another long secret',
    });
    expect(checked.status).toBe(204);
  });

  test('a link registers where registration is off', async () => {
    const { app, settings } = dialect;
    await settings({ signInMode: 'SignIn' });
    const { body } = await app.manage('POST', '/one-time-tokens', { email: 'guest@example.com' });
    const { step } = await visit(app, 'Register');
    const proven = await step('POST', '/experience/verification/one-time-token/verify', {
      identifier: email('guest@example.com'),
      token: body.token,
    });
    await step('POST', '/experience/profile', { type: 'username', value: 'guest' });
    await step('POST', '/experience/profile', { type: 'password', value: password });
    const registered = await step('POST', '/experience/identification', proven.body);
    expect(registered.status, registered.text).toBe(201);
    // Others stay out.
    const other = await visit(app, 'Register');
    const proposed = await other.step('POST', '/experience/verification/new-password-identity', {
      identifier: { type: 'username', value: 'intruder' },
      password,
    });
    expect(proposed.body.code).toBe('auth.forbidden');
  });

  test('the failure that reaches the limit is already the lockout', async () => {
    const { app, settings } = dialect;
    await settings({ sentinelPolicy: { maxAttempts: 5, lockoutDuration: 10 } });
    const codes = [];
    for (let count = 0; count < 6; count += 1) {
      const { step } = await visit(app, 'SignIn');
      const identifier = { type: 'username', value: 'nobody_here' };
      const { body } = await step('POST', '/experience/verification/password', {
        identifier,
        password: 'wrong',
      });
      codes.push(body.code);
    }
    const blocked = 'session.verification_blocked_too_many_attempts';
    expect(codes).toEqual([...Array(4).fill('session.invalid_credentials'), blocked, blocked]);
  });

  test('those who register keep the username, the password and the address that identified them', async () => {
    const { app } = dialect;
    const { step } = await visit(app, 'Register');
    const made = await step('POST', '/experience/verification/new-password-identity', {
      identifier: { type: 'username', value: 'newcomer' },
      password,
    });
    const { verificationId } = made.body;
    expect((await step('POST', '/experience/identification', { verificationId })).status).toBe(201);
    const codeOf = async (body: object) => (await step('POST', '/experience/profile', body)).body?.code;
    expect(await codeOf({ type: 'username', value: 'another' })).toBe('user.username_exists_in_profile');
    expect(await codeOf({ type: 'password', value: 'another long secret' })).toBe(
      'user.password_exists_in_profile',
    );
    expect(await codeOf({ type: 'extraProfile', values: { name: 'Newcomer' } })).toBeUndefined();
    expect(await codeOf({ type: 'extraProfile', values: { name: 'New Comer' } })).toBeUndefined();
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    const { body: users } = await app.manage('GET', '/users?search.username=newcomer');
    expect(users).toMatchObject([{ username: 'newcomer', name: 'New Comer' }]);
  });
});
