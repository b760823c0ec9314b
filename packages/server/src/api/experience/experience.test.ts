import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createBrowser, registerUser } from '../../http/testing/browser.ts';
import { visit } from './testing/visit.ts';

const password = 'correct horse battery';

describe.each(anyDatabase)('the experience API on %s', kind => {
  let app: TestApp;
  let origin: string;
  beforeAll(async () => {
    app = await startTestApp(kind, { auditIntervalMs: 3_600_000 });
    origin = app.env.ENDPOINT;
  });
  afterAll(() => app.close());

  const arrive = (event?: 'SignIn' | 'Register') => visit(app, event);
  const username = (value: string) => ({ type: 'username', value });
  const register = async (name: string) => {
    const { browser } = await arrive();
    return registerUser(browser, origin, { username: name, password });
  };

  test('400 without an interaction, 404 before it has begun', async () => {
    const stranger = await createBrowser().experience(origin, 'PUT', '/experience', {
      interactionEvent: 'SignIn',
    });
    expect(stranger).toMatchObject({ status: 400, body: { code: 'session.not_found' } });
    const { step } = await arrive();
    expect(await step('GET', '/experience/interaction')).toMatchObject({
      status: 404,
      body: { code: 'session.interaction_not_found' },
    });
  });

  test('the state shows what was proven, never how', async () => {
    const { step } = await arrive('Register');
    const proposed = await step('POST', '/experience/verification/new-password-identity', {
      identifier: username('stateful'),
      password,
    });
    const state = await step('GET', '/experience/interaction');
    expect(state.body).toMatchObject({
      interactionEvent: 'Register',
      verificationRecords: [
        { id: proposed.body.verificationId, type: 'NewPasswordIdentity', verified: true },
      ],
    });
    expect(state.text).not.toContain('argon2');
  });

  test('[V6.2.1] 422 for a username that is taken and for a password that breaks the policy', async () => {
    await register('taken');
    const { step } = await arrive('Register');
    const path = '/experience/verification/new-password-identity';
    expect(await step('POST', path, { identifier: username('taken'), password })).toMatchObject({
      status: 422,
      body: { code: 'user.username_already_in_use' },
    });
    expect(await step('POST', path, { identifier: username('weak'), password: 'short' })).toMatchObject({
      status: 422,
      body: { code: 'password.rejected' },
    });
  });

  test('a wrong password and an unknown user look the same', async () => {
    await register('known');
    const { step } = await arrive('SignIn');
    const attempt = async (name: string) => {
      const { status, body } = await step('POST', '/experience/verification/password', {
        identifier: username(name),
        password: 'wrong password',
      });
      return { status, body };
    };
    const known = await attempt('known');
    expect(known).toMatchObject({ status: 422, body: { code: 'session.invalid_credentials' } });
    expect(await attempt('unknown')).toEqual(known);
  });

  test('missing parts of the profile are asked for one by one', async () => {
    const { step } = await arrive('Register');
    const identify = () => step('POST', '/experience/identification', {});
    expect((await step('POST', '/experience/submit')).body.code).toBe('session.identifier_not_found');
    const missing = (missingProfile: string[]) => ({
      code: 'user.missing_profile',
      data: { missingProfile },
    });
    expect(await identify()).toMatchObject({
      status: 201,
      body: { pending: missing(['username', 'password']) },
    });
    await step('POST', '/experience/profile', { type: 'username', value: 'stepwise' });
    expect((await identify()).body.pending).toMatchObject(missing(['password']));
    expect(await step('POST', '/experience/submit')).toMatchObject({
      status: 422,
      body: missing(['password']),
    });
    await step('POST', '/experience/profile', { type: 'password', value: password });
    expect((await identify()).status).toBe(201);
    expect((await step('POST', '/experience/submit')).body.redirectTo).toContain('/oidc/auth/');
  });

  test('401 for a suspended user', async () => {
    await register('banned');
    await app.database.system(db =>
      db.updateTable('users').set({ isSuspended: true }).where('username', '=', 'banned').execute(),
    );
    const { step } = await arrive('SignIn');
    expect(
      await step('POST', '/experience/verification/password', { identifier: username('banned'), password }),
    ).toMatchObject({ status: 401, body: { code: 'user.suspended' } });
  });

  test('too many failures lock an identifier, also for the right password, and not others', async () => {
    await register('victim');
    await register('bystander');
    await app.manage('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 3, lockoutDuration: 5 } });
    const { step } = await arrive('SignIn');
    const attempt = (name: string, secret: string) =>
      step('POST', '/experience/verification/password', { identifier: username(name), password: secret });
    for (let count = 0; count < 2; count += 1) expect((await attempt('victim', 'wrong')).status).toBe(422);
    expect((await attempt('victim', 'wrong')).status).toBe(400);
    const locked = await attempt('victim', password);
    expect(locked).toMatchObject({
      status: 400,
      body: { code: 'session.verification_blocked_too_many_attempts' },
    });
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(240);
    expect((await attempt('bystander', password)).status).toBe(200);
    await app.manage('PATCH', '/sign-in-exp', { sentinelPolicy: {} });
  });

  test('503 with a time to come back when too many passwords wait for hashing', async () => {
    const busy = await startTestApp(kind, { hashing: { concurrency: 0, maxWaiting: 0 } });
    const refused = await fetch(`${busy.env.ADMIN_ENDPOINT}/api/setup/administrator`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password }),
    });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    await busy.close();
  });

  test('403 for an event that the tenant does not allow', async () => {
    await app.manage('PATCH', '/sign-in-exp', { signInMode: 'SignIn' });
    const { step } = await arrive('SignIn');
    const refused = await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    expect(refused.body.code).toBe('auth.forbidden');
    await app.manage('PATCH', '/sign-in-exp', { signInMode: 'SignInAndRegister' });
  });

  test('what happens is in the audit log', async () => {
    await register('watched');
    await app.app.services.audit.flush();
    const rows = await app.database.tenant('default').read(async db => {
      const rows = await db.selectFrom('logs').select(['key', 'payload']).execute();
      return (await app.database.people.open(db, 'default', rows)).map(({ value }) => value);
    });
    const keys = rows.map(({ key }) => key);
    expect(keys).toContain('Interaction.Create');
    expect(keys).toContain('Interaction.Register.Submit');
    expect(keys).toContain('ExchangeTokenBy.ClientCredentials');
    expect(JSON.stringify(rows)).not.toContain(password);
  });
});
