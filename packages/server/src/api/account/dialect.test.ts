import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemOrigin } from '../../domain/origins.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { keepMessages } from '../experience/testing/visit.ts';
import { enterAccount } from './testing/enter.ts';

/** Behavior that existing clients of the dialect rely on. */
describe('clients of the dialect and the account API', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    await keepMessages(app);
    const fields = Object.fromEntries(
      ['name', 'username', 'email', 'phone', 'password', 'social', 'mfa'].map(field => [field, 'Edit']),
    );
    await app.manage('PATCH', '/account-center', { enabled: true, fields });
  });
  beforeEach(() => settings([username, email], ['username']));
  afterAll(() => app.close());
  const username = 'username';
  const email = 'email';
  const settings = (signsIn: string[], identifiers: string[]) => {
    const method = { password: true, verificationCode: false, isPasswordPrimary: true };
    return app.manage('PATCH', '/sign-in-exp', {
      signUp: { identifiers, password: true, verify: true },
      signIn: { methods: signsIn.map(identifier => ({ identifier, ...method })) },
    });
  };
  const denied = { status: 401, body: { code: 'verification_record.permission_denied' } };

  test('pages of any origin call it with a token, and other APIs not', async () => {
    const { token } = await enterAccount(app, 'browser');
    const headers = { origin: 'https://shop.example' };
    const read = (path: string, options: object = {}) =>
      call(`${app.env.ENDPOINT}/api${path}`, { headers, ...options });
    const own = await read('/my-account', { token });
    expect(own.status).toBe(200);
    expect(own.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(own.headers.get('access-control-allow-credentials')).toBeNull();
    const refused = await read('/my-account');
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    for (const path of ['/my-account', '/my-account/primary-email', '/verifications/password']) {
      const preflight = await read(path, { method: 'OPTIONS' });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('logto-verification-id');
    }
    for (const path of ['/users', '/my-accounts', '/experience/interaction'])
      expect((await read(path)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('401 for another username or other decisions about factors without a proof', async () => {
    const { send, prove } = await enterAccount(app, 'renamer');
    expect(await send('PATCH', '/my-account', { username: 'renamed' })).toMatchObject(denied);
    const decision = { mfa: { skipped: true } };
    expect(await send('PATCH', '/my-account/logto-configs', decision)).toMatchObject(denied);
    expect((await send('PATCH', '/my-account', { name: 'Re Named' })).status).toBe(200);
    const proof = await prove();
    expect((await send('PATCH', '/my-account', { username: 'renamed' }, proof)).status).toBe(200);
    expect((await send('PATCH', '/my-account/logto-configs', decision, proof)).status).toBe(200);
  });

  test('tells whether there is something to confirm changes with', async () => {
    const { user, send } = await enterAccount(app, 'methodical');
    const ask = async () => (await send('GET', '/my-account')).body.hasSecurityVerificationMethod;
    expect(await ask()).toBe(true);
    await app.database
      .tenant('default')
      .send(db =>
        db.updateTable('users').set({ passwordEncrypted: null }).where('id', '=', user.id).execute(),
      );
    expect(await ask()).toBe(false);
  });

  test('an identifier is removed as long as another one signs in', async () => {
    await settings([username, email], [email]);
    const { send, prove } = await enterAccount(app, 'leaner', { primaryEmail: 'leaner@example.com' });
    const proof = await prove();
    expect((await send('DELETE', '/my-account/primary-email', undefined, proof)).status).toBe(204);
    const last = await send('PATCH', '/my-account', { username: null }, await prove());
    expect(last.body.code).toBe('user.last_sign_in_method_required');
  });

  test('a username is removed while an address signs in', async () => {
    const { send, prove } = await enterAccount(app, 'nameless', { primaryEmail: 'nameless@example.com' });
    const removed = await send('PATCH', '/my-account', { username: null }, await prove());
    expect(removed).toMatchObject({ status: 200, body: { username: null } });
  });

  test('a user who has nothing to prove by links an account without a proof', async () => {
    const { user, send } = await enterAccount(app, 'bare');
    const link = () => send('POST', '/my-account/identities', { newIdentifierVerificationRecordId: 'none' });
    expect(await link()).toMatchObject(denied);
    await app.database
      .tenant('default')
      .write(systemOrigin('test'), tx => tx.update('users', { id: user.id }, { passwordEncrypted: null }));
    expect((await link()).body.code).toBe('verification_record.not_found');
  });

  test('422 for a code to an address that is not allowed, before anything is sent', async () => {
    await app.manage('PATCH', '/sign-in-exp', {
      emailBlocklistPolicy: { customAllowlist: ['@good.example'] },
    });
    const { send } = await enterAccount(app, 'listed');
    const ask = (value: string) =>
      send('POST', '/verifications/verification-code', { identifier: { type: 'email', value } });
    expect(await ask('me@bad.example')).toMatchObject({
      status: 422,
      body: { code: 'session.email_blocklist.email_not_allowed' },
    });
    expect((await ask('me@good.example')).status).toBe(201);
    await app.manage('PATCH', '/sign-in-exp', { emailBlocklistPolicy: {} });
  });

  test('400 for a code or a record that is longer than any', async () => {
    const { send } = await enterAccount(app, 'verbose');
    const identifier = { type: 'email', value: 'verbose@example.com' };
    const sent = await send('POST', '/verifications/verification-code', { identifier });
    const verify = (body: object) =>
      send('POST', '/verifications/verification-code/verify', { identifier, code: '000000', ...body });
    const wrong = await verify({
      verificationId: sent.body.verificationRecordId,
      code: 'a far too long code',
    });
    expect(wrong.body.code).toBe('verification_code.code_mismatch');
    const missing = await verify({ verificationId: 'x'.repeat(300) });
    expect(missing.body.code).toBe('verification_record.not_found');
  });
});
