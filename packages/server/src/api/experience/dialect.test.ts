import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { keepMessages, proveByCode, readMessage, visit } from './testing/visit.ts';

const password = 'correct horse battery';
const sendPath = '/experience/verification/verification-code';
const byPassword = { password: true, verificationCode: false, isPasswordPrimary: true };
const usernames = { methods: [{ identifier: 'username', ...byPassword }] };
const usual = {
  signInMode: 'SignInAndRegister',
  signIn: usernames,
  signUp: { identifiers: ['username'], password: true, verify: false },
  mfa: { policy: 'NoPrompt', factors: [] },
  emailBlocklistPolicy: {},
  sentinelPolicy: {},
  adaptiveMfa: {},
};

/** What custom sign-in pages that were written for the dialect rely on. */
describe('clients of the dialect and the experience API', () => {
  let app: TestApp;
  const settings = (body: object) => app.manage('PATCH', '/sign-in-exp', body);
  beforeAll(async () => {
    app = await startTestApp('embedded');
    await keepMessages(app);
  });
  beforeEach(() => settings(usual));
  afterAll(() => app.close());

  const email = (value: string) => ({ type: 'email' as const, value });
  const send = async (event: 'SignIn' | 'Register' | 'ForgotPassword', value: string) => {
    const visitor = await visit(app, event);
    const sent = await visitor.step('POST', sendPath, { identifier: email(value), interactionEvent: event });
    return { ...visitor, sent };
  };
  const signIn = async (username: string) => {
    const { step } = await visit(app, 'SignIn');
    const identifier = { type: 'username', value: username };
    const { body } = await step('POST', '/experience/verification/password', { identifier, password });
    await step('POST', '/experience/identification', body);
    return step;
  };

  test('a code is sent where the address is no sign-in method, and refused when it is used', async () => {
    await app.manage('POST', '/users', { username: 'coded', primaryEmail: 'coded@example.com', password });
    const { step } = await visit(app, 'SignIn');
    const verificationId = await proveByCode(app, step, email('coded@example.com'));
    expect((await step('POST', '/experience/identification', { verificationId })).body.code).toBe(
      'user.sign_in_method_not_enabled',
    );
  });

  test('a code is sent to an address of an enterprise, and refused when it is used', async () => {
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
    // Whoever has an account keeps it.
    expect((await send('SignIn', 'you@z.example')).sent.status).toBe(200);
  });

  test('a connector that is not on the page can be used, and a page that keeps the state need not send it', async () => {
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

  test('a new username and password can be proposed while signing in', async () => {
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

  test('factors are prepared before the tenant offers them, and refused when they are bound', async () => {
    await app.manage('POST', '/users', { username: 'eager', password });
    const step = await signIn('eager');
    const secret = await step('POST', '/experience/verification/totp/secret');
    expect(secret.status).toBe(200);
    expect((await step('POST', '/experience/verification/backup-code/generate')).status).toBe(200);
    const { verificationId } = secret.body;
    expect((await step('POST', '/experience/profile/mfa', { type: 'Totp', verificationId })).body.code).toBe(
      'session.mfa.mfa_factor_not_enabled',
    );
  });

  test('registering continues without a complete profile, and asks for the rest at the end', async () => {
    await settings({
      signUp: { identifiers: ['email'], password: true, verify: true },
      signIn: { methods: [{ identifier: 'email', ...byPassword }] },
    });
    const { step } = await visit(app, 'Register');
    const verificationId = await proveByCode(app, step, email('later@example.com'), 'Register');
    expect((await step('POST', '/experience/identification', { verificationId })).status).toBe(201);
    const missing = { code: 'user.missing_profile', data: { missingProfile: ['password'] } };
    expect(await step('POST', '/experience/submit')).toMatchObject({ status: 422, body: missing });
    // Nobody is made before everything is there.
    expect((await app.manage('GET', '/users?search=later@example.com')).body).toEqual([]);
    await step('POST', '/experience/profile', { type: 'password', value: password });
    const done = await step('POST', '/experience/submit');
    expect(done.status, done.text).toBe(200);
    expect((await app.manage('GET', '/users?search=later@example.com')).body).toMatchObject([
      { primaryEmail: 'later@example.com', hasPassword: true },
    ]);
  });

  test('built-in parts of the profile need no field of the tenant', async () => {
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

  test('messages say what they are for: signing in, registering, setting up a factor', async () => {
    await settings({ signUp: { identifiers: ['email'], password: false, verify: true } });
    await app.manage('POST', '/users', { username: 'reader', primaryEmail: 'reader@example.com', password });
    await send('SignIn', 'reader@example.com');
    expect((await readMessage(app, 'reader@example.com')).templateType).toBe('SignIn');
    await send('Register', 'newcomer@example.com');
    expect((await readMessage(app, 'newcomer@example.com')).templateType).toBe('Register');
    await settings({ ...usual, mfa: { policy: 'UserControlled', factors: ['EmailVerificationCode'] } });
    await app.manage('POST', '/users', { username: 'binder', password });
    const step = await signIn('binder');
    await step('POST', sendPath, { identifier: email('binder@example.com'), interactionEvent: 'SignIn' });
    expect((await readMessage(app, 'binder@example.com')).templateType).toBe('BindMfa');
  });

  test('a template can name the user, the application and the organization', async () => {
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
      application: { id: 'demo-app' },
      organization: { name: 'Acme', branding: { logoUrl: 'https://acme.example/logo.svg' } },
      user: { name: 'Na Med', username: 'named' },
    });
    expect(JSON.stringify(message.payload)).not.toContain('passwordEncrypted');
  });

  test('a factor that is optional is suggested, one that is mandatory is missing', async () => {
    await app.manage('POST', '/users', { username: 'factorless', password });
    await settings({ mfa: { policy: 'UserControlled', factors: ['Totp'] } });
    const suggested = await (await signIn('factorless'))('POST', '/experience/submit');
    expect(suggested).toMatchObject({
      status: 422,
      body: { code: 'user.suggest_mfa', data: { availableFactors: ['Totp'], skippable: true } },
    });
    for (const policy of ['Mandatory', 'PromptAtSignInAndSignUpMandatory', 'PromptOnlyAtSignInMandatory']) {
      expect((await settings({ mfa: { policy, factors: ['Totp'] } })).status).toBe(200);
      const step = await signIn('factorless');
      const missing = await step('POST', '/experience/submit');
      expect(missing).toMatchObject({ status: 422, body: { code: 'user.missing_mfa' } });
      expect(missing.body.data).not.toHaveProperty('skippable');
      expect((await step('POST', '/experience/profile/mfa/mfa-skipped')).body.code).toBe(
        'session.mfa.mfa_policy_not_user_controlled',
      );
    }
  });

  test('where a factor is required at sign-in only, new users get in first', async () => {
    await settings({ mfa: { policy: 'PromptOnlyAtSignInMandatory', factors: ['Totp'] } });
    const { step } = await visit(app, 'Register');
    const { body } = await step('POST', '/experience/verification/new-password-identity', {
      identifier: { type: 'username', value: 'first_timer' },
      password,
    });
    await step('POST', '/experience/identification', body);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    expect((await (await signIn('first_timer'))('POST', '/experience/submit')).body.code).toBe(
      'user.missing_mfa',
    );
  });

  test('another factor is suggested with those that came with registering', async () => {
    await settings({
      signUp: { identifiers: ['email'], password: true, verify: true },
      signIn: { methods: [{ identifier: 'email', ...byPassword }] },
      mfa: { policy: 'UserControlled', factors: ['EmailVerificationCode', 'Totp'] },
    });
    const { step } = await visit(app, 'Register');
    const verificationId = await proveByCode(app, step, email('thin@example.com'), 'Register');
    await step('POST', '/experience/profile', { type: 'password', value: password });
    await step('POST', '/experience/identification', { verificationId });
    expect((await step('POST', '/experience/submit')).body).toMatchObject({
      code: 'session.mfa.suggest_additional_mfa',
      data: {
        availableFactors: ['EmailVerificationCode', 'Totp'],
        maskedIdentifiers: { EmailVerificationCode: expect.any(String) },
      },
    });
  });

  test('422 for adaptive MFA without a factor', async () => {
    expect(await settings({ adaptiveMfa: { enabled: true } })).toMatchObject({
      status: 422,
      body: { code: 'sign_in_experiences.adaptive_mfa_requires_mfa' },
    });
  });

  test('an identifier that signs up need not sign in', async () => {
    const answer = await settings({
      signUp: { identifiers: ['username', 'email'], password: true, verify: true },
    });
    expect(answer.status, answer.text).toBe(200);
  });

  test('a link replaces a password where it was made for that, and for nothing else', async () => {
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

  test('webhooks hear once of a recipient who gets too many messages', async () => {
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
