import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { keepMessages, proveByCode, readMessage, visit } from './testing/visit.ts';

const password = 'correct horse battery';
const sendPath = '/experience/verification/verification-code';
const verifyPath = `${sendPath}/verify`;
const email = (value: string) => ({ type: 'email' as const, value });
const phone = (value: string) => ({ type: 'phone' as const, value });

describe.each(anyDatabase)('codes on %s', kind => {
  let app: TestApp;
  const settings = (patch: object) => app.manage('PATCH', '/sign-in-exp', patch);
  const createUser = async (fields: object) => (await app.manage('POST', '/users', fields)).body;

  beforeAll(async () => {
    app = await startTestApp(kind);
    await keepMessages(app);
    await settings({
      signIn: {
        methods: [
          { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
          { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: false },
          { identifier: 'phone', password: true, verificationCode: true, isPasswordPrimary: false },
        ],
      },
      signUp: { identifiers: ['email', 'phone'], password: false, verify: true },
    });
  });
  afterAll(() => app.close());

  test('501 when no connector can send, and an empty mailbox', async () => {
    for (const id of ['mail', 'phone']) await app.manage('DELETE', `/connectors/${id}`);
    const { step } = await visit(app, 'SignIn');
    const identifier = email('nobody@example.com');
    expect(await step('POST', sendPath, { identifier, interactionEvent: 'SignIn' })).toMatchObject({
      status: 501,
      body: { code: 'connector.not_found' },
    });
    expect(await app.manage('GET', '/development-mailbox')).toMatchObject({ status: 200, body: [] });
    await keepMessages(app);
  });

  test('[V6.5.1] a user signs in by email code, by phone code, and the code is good for once', async () => {
    const user = await createUser({ primaryEmail: 'ada@example.com', primaryPhone: '4915112345' });
    for (const identifier of [email('ada@example.com'), phone('4915112345')]) {
      const { step } = await visit(app, 'SignIn');
      const verificationId = await proveByCode(app, step, identifier);
      const { code } = await readMessage(app, identifier.value);
      expect(await step('POST', verifyPath, { identifier, verificationId, code })).toMatchObject({
        status: 400,
        body: { code: 'verification_code.not_found' },
      });
      expect((await step('POST', '/experience/identification', { verificationId })).status).toBe(204);
      expect((await step('GET', '/experience/interaction')).body.userId).toBe(user.id);
      expect((await step('POST', '/experience/submit')).body.redirectTo).toContain('/oidc/auth/');
    }
  });

  test('[ENT-11] a message with a code knows what its reader signs in to', async () => {
    await createUser({ primaryEmail: 'desk@example.com' });
    const redirectUri = 'https://desk.example/callback';
    const { body: application } = await app.manage('POST', '/applications', {
      name: 'Harbour desk',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    });
    const { step } = await visit(app, 'SignIn', { client_id: application.id, redirect_uri: redirectUri });
    await step('POST', sendPath, { identifier: email('desk@example.com'), interactionEvent: 'SignIn' });
    const { body } = await app.manage('GET', '/development-mailbox?recipient=desk@example.com');
    expect(body[0].payload.application).toEqual({ id: application.id, name: 'Harbour desk' });
  });

  test('[V6.5.4, V6.6.3] 400 for a wrong code, another address, too many tries and a code past its time', async () => {
    await createUser({ primaryEmail: 'eve@example.com' });
    const { step } = await visit(app, 'SignIn');
    const identifier = email('eve@example.com');
    const { verificationId } = (await step('POST', sendPath, { identifier, interactionEvent: 'SignIn' }))
      .body;
    const { code, templateType } = await readMessage(app, identifier.value);
    expect(templateType).toBe('SignIn');
    expect(code).toMatch(/^\d{6}$/);
    const attempt = async (fields: object) =>
      (await step('POST', verifyPath, { identifier, verificationId, code, ...fields })).body.code;
    expect(await attempt({ identifier: email('other@example.com') })).toBe(
      'verification_code.email_mismatch',
    );
    const wrong = code === '000000' ? '111111' : '000000';
    for (let count = 0; count < 10; count += 1)
      expect(await attempt({ code: wrong })).toBe('verification_code.code_mismatch');
    expect(await attempt({})).toBe('verification_code.exceed_max_try');
    expect((await step('POST', '/experience/identification', { verificationId })).body.code).toBe(
      'session.verification_failed',
    );
    await app.database.system(db => db.updateTable('passcodes').set({ expiresAt: 0, tries: 0 }).execute());
    expect(await attempt({})).toBe('verification_code.expired');
  });

  test('the code itself is nowhere in the database', async () => {
    await createUser({ primaryEmail: 'secret@example.com' });
    const { step } = await visit(app, 'SignIn');
    await step('POST', sendPath, { identifier: email('secret@example.com'), interactionEvent: 'SignIn' });
    const { code } = await readMessage(app, 'secret@example.com');
    const rows = await app.database.system(async db => [
      await db.selectFrom('passcodes').select('codeHash').execute(),
      await db.selectFrom('messages').select('payload').execute(),
    ]);
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
  });

  test('an identifier is locked after too many wrong codes', async () => {
    await createUser({ primaryEmail: 'locked@example.com' });
    await settings({ sentinelPolicy: { maxAttempts: 2, lockoutDuration: 5 } });
    const { step } = await visit(app, 'SignIn');
    const identifier = email('locked@example.com');
    const { verificationId } = (await step('POST', sendPath, { identifier, interactionEvent: 'SignIn' }))
      .body;
    const attempt = () => step('POST', verifyPath, { identifier, verificationId, code: 'wrong1' });
    await attempt();
    await attempt();
    expect(await attempt()).toMatchObject({
      status: 400,
      body: { code: 'session.verification_blocked_too_many_attempts' },
    });
    await settings({ sentinelPolicy: {} });
  });

  test('a new user registers by email; who has an account is told to sign in, who has none to register', async () => {
    const { step } = await visit(app, 'Register');
    const verificationId = await proveByCode(app, step, email('new@example.com'), 'Register');
    expect((await step('POST', '/experience/identification', { verificationId })).status).toBe(201);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    const { body: users } = await app.manage('GET', '/users?search.primaryEmail=new@example.com');
    expect(users).toMatchObject([{ primaryEmail: 'new@example.com', hasPassword: false }]);

    const again = await visit(app, 'Register');
    const id = await proveByCode(app, again.step, email('new@example.com'), 'Register');
    const identify = () => again.step('POST', '/experience/identification', { verificationId: id });
    expect(await identify()).toMatchObject({ status: 422, body: { code: 'user.email_already_in_use' } });
    await again.step('PUT', '/experience/interaction-event', { interactionEvent: 'SignIn' });
    expect((await identify()).status).toBe(204);

    const stranger = await visit(app, 'SignIn');
    const strange = await proveByCode(app, stranger.step, email('stranger@example.com'));
    expect(
      await stranger.step('POST', '/experience/identification', { verificationId: strange }),
    ).toMatchObject({ status: 404, body: { code: 'user.user_not_exist' } });
  });

  test('blocked addresses get no code', async () => {
    await settings({ emailBlocklistPolicy: { blockSubaddressing: true, customBlocklist: ['@blocked.com'] } });
    const { step } = await visit(app, 'Register');
    const send = async (value: string) =>
      (await step('POST', sendPath, { identifier: email(value), interactionEvent: 'Register' })).body.code;
    expect(await send('a@blocked.com')).toBe('session.email_blocklist.email_not_allowed');
    expect(await send('a+b@example.com')).toBe('session.email_blocklist.email_subaddressing_not_allowed');
    await settings({ emailBlocklistPolicy: {} });
  });

  test('a forgotten password is replaced, and the new one works', async () => {
    await createUser({ username: 'forgetful', primaryEmail: 'forgetful@example.com', password });
    const { step } = await visit(app, 'ForgotPassword');
    const verificationId = await proveByCode(app, step, email('forgetful@example.com'), 'ForgotPassword');
    const reset = (secret: string) => step('PUT', '/experience/profile/password', { password: secret });
    expect((await reset('another long secret')).body.code).toBe('session.identifier_not_found');
    expect((await step('POST', '/experience/identification', { verificationId })).status).toBe(204);
    expect(await step('POST', '/experience/submit')).toMatchObject({
      status: 422,
      body: { code: 'user.new_password_required_in_profile' },
    });
    expect((await reset(password)).body.code).toBe('user.same_password');
    expect((await reset('short')).body.code).toBe('password.rejected');
    expect((await reset('another long secret')).status).toBe(204);
    expect(await step('POST', '/experience/submit')).toMatchObject({ status: 200, body: { redirectTo: '' } });

    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    const signIn = (secret: string) =>
      step('POST', '/experience/verification/password', {
        identifier: { type: 'username', value: 'forgetful' },
        password: secret,
      });
    expect((await signIn(password)).status).toBe(422);
    expect((await signIn('another long secret')).status).toBe(200);
    expect((await reset('yet another one')).body.code).toBe('session.invalid_interaction_type');
  });

  test('a user who signs in fills in the address that became required', async () => {
    await createUser({ username: 'incomplete', password });
    const { step } = await visit(app, 'SignIn');
    const proof = await step('POST', '/experience/verification/password', {
      identifier: { type: 'username', value: 'incomplete' },
      password,
    });
    await step('POST', '/experience/identification', { verificationId: proof.body.verificationId });
    expect(await step('POST', '/experience/submit')).toMatchObject({
      status: 422,
      body: { code: 'user.missing_profile', data: { missingProfile: ['emailOrPhone'] } },
    });
    const verificationId = await proveByCode(app, step, email('complete@example.com'));
    expect((await readMessage(app, 'complete@example.com')).templateType).toBe('SignIn');
    const fill = () => step('POST', '/experience/profile', { type: 'email', verificationId });
    expect((await fill()).status).toBe(204);
    expect((await fill()).body.code).toBe('user.email_exists_in_profile');
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    const { body: users } = await app.manage('GET', '/users?search.username=incomplete');
    expect(users[0].primaryEmail).toBe('complete@example.com');
  });

  test('what the rules said is in the log', async () => {
    await app.app.services.audit.flush();
    const { body: logs } = await app.manage('GET', '/logs?logKey=Interaction.ForgotPassword.Submit');
    // To be asked for the new password is no failure.
    expect(logs.map((log: { payload: { result: string } }) => log.payload.result)).not.toContain('Error');
    expect(logs[0].payload.trace).toContainEqual({ rule: 'missesNewPassword', says: 'pass' });
  });
});
