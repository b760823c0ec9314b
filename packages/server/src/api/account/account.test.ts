import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { keepMessages, readMessage } from '../experience/testing/visit.ts';
import { enterAccount, password } from './testing/enter.ts';

describe.each(anyDatabase)('the account API on %s', kind => {
  let app: TestApp;
  const allow = (fields: object) => app.manage('PATCH', '/account-center', { enabled: true, fields });
  const edit = 'Edit' as const;

  beforeAll(async () => {
    app = await startTestApp(kind);
    await keepMessages(app);
  });
  afterAll(() => app.close());

  const enter = (username: string, fields?: Record<string, string>) => enterAccount(app, username, fields);

  test('401 without a token of a user, 400 as long as the account center is off', async () => {
    expect((await call(`${app.env.ENDPOINT}/api/my-account`)).status).toBe(401);
    expect((await app.manage('GET', '/my-account')).status).toBe(401);
    const { send } = await enter('early');
    expect(await send('GET', '/my-account')).toMatchObject({
      status: 400,
      body: { code: 'account_center.not_enabled' },
    });
  });

  test('the view has what the scopes and the account center open', async () => {
    await allow({ username: 'ReadOnly', email: edit, name: 'Off' });
    const wide = await enter('wide', { primaryEmail: 'wide@example.com', name: 'Wide' });
    const { body } = await wide.send('GET', '/my-account');
    expect(body).toMatchObject({ username: 'wide', primaryEmail: 'wide@example.com' });
    expect(body).not.toHaveProperty('name');
    const narrow = await enter('narrow', { scope: 'openid', primaryEmail: 'narrow@example.com' });
    const shown = (await narrow.send('GET', '/my-account')).body;
    expect(shown).not.toHaveProperty('primaryEmail');
    expect(shown).not.toHaveProperty('username');
    expect((await narrow.send('PATCH', '/my-account', { name: 'No' })).status).toBe(401);
  });

  test('400 for each part that the tenant does not let people change, even with a proof; what is off is not shown', async () => {
    const record = { newIdentifierVerificationRecordId: 'none' };
    const changes: [field: string, method: string, path: string, body?: object][] = [
      ['name', 'PATCH', '', { name: 'New' }],
      ['avatar', 'PATCH', '', { avatar: 'https://example.com/a.png' }],
      ['username', 'PATCH', '', { username: 'renamed' }],
      ['customData', 'PATCH', '', { customData: { a: 1 } }],
      ['profile', 'PATCH', '/profile', { nickname: 'New' }],
      ['profile', 'PATCH', '/profile-fields', { values: {} }],
      ['password', 'POST', '/password', { password: 'another long secret' }],
      ['email', 'POST', '/primary-email', { email: 'new@example.com', ...record }],
      ['email', 'DELETE', '/primary-email'],
      ['phone', 'POST', '/primary-phone', { phone: '491511234567', ...record }],
      ['phone', 'DELETE', '/primary-phone'],
      ['social', 'POST', '/identities', record],
      ['social', 'PUT', '/identities', record],
      ['social', 'DELETE', '/identities/github'],
      ['social', 'DELETE', '/sso-identities/company'],
      ['mfa', 'PATCH', '/mfa-settings', { skipMfaOnSignIn: true }],
      ['mfa', 'DELETE', '/mfa-verifications/none'],
      ['session', 'DELETE', '/sessions/none'],
      ['session', 'DELETE', '/grants/none'],
    ];
    const looks: [field: string, path: string][] = [
      ['profile', '/profile-fields'],
      ['social', '/sso-identities'],
      ['mfa', '/mfa-verifications'],
      ['mfa', '/mfa-settings'],
      ['session', '/sessions'],
      ['session', '/grants'],
    ];
    const all = (access: string) => Object.fromEntries(changes.map(([field]) => [field, access]));
    const { send, prove } = await enter('limited', { primaryEmail: 'limited@example.com' });
    for (const access of ['ReadOnly', 'Off']) {
      await allow(all(access));
      const proof = await prove();
      for (const [, method, path, body] of changes) {
        const { body: answer } = await send(method, `/my-account${path}`, body, proof);
        const isUnknown = path === '/mfa-verifications/none';
        const code = isUnknown ? 'verification_record.not_found' : 'account_center.field_not_editable';
        expect(answer?.code, `${access} ${method} ${path}`).toBe(code);
      }
      for (const [, path] of looks) {
        const { status, body: answer } = await send('GET', `/my-account${path}`, undefined, proof);
        const isOpen = access === 'ReadOnly';
        expect(status, `${access} GET ${path}`).toBe(isOpen ? 200 : 400);
        if (!isOpen) expect(answer.code).toBe('account_center.field_not_enabled');
      }
    }
  });

  test('name, username and profile are changed when they may be, and never to a value that is taken', async () => {
    await allow({ name: edit, username: edit, profile: edit, customData: 'ReadOnly' });
    await enter('owner');
    const { send, prove } = await enter('changer');
    const proof = await prove();
    const changed = await send('PATCH', '/my-account', { name: 'Changed', username: 'changed' }, proof);
    expect(changed).toMatchObject({ status: 200, body: { name: 'Changed', username: 'changed' } });
    expect((await send('PATCH', '/my-account', { username: 'owner' }, proof)).body.code).toBe(
      'user.username_already_in_use',
    );
    expect((await send('PATCH', '/my-account', { username: null }, proof)).body.code).toBe(
      'user.last_sign_in_method_required',
    );
    expect((await send('PATCH', '/my-account', { customData: { a: 1 } })).body.code).toBe(
      'account_center.field_not_editable',
    );
    await send('PATCH', '/my-account/profile', { nickname: 'Chang' });
    const merged = await send('PATCH', '/my-account/profile', { locale: 'en' });
    expect(merged.body).toEqual({ nickname: 'Chang', locale: 'en' });
  });

  test('[ENT-33] [V6.2.2] the password is changed by who proves the old one', async () => {
    await allow({ password: edit });
    const { send, prove } = await enter('secretive');
    const change = (secret: string, proof?: string) =>
      send('POST', '/my-account/password', { password: secret }, proof);
    expect(await change('another long secret')).toMatchObject({
      status: 401,
      body: { code: 'verification_record.permission_denied' },
    });
    expect((await send('POST', '/verifications/password', { password: 'wrong' })).body.code).toBe(
      'session.invalid_credentials',
    );
    const proof = await prove();
    expect((await change(password, proof)).body.code).toBe('user.same_password');
    expect((await change('short', proof)).body.code).toBe('password.rejected');
    expect((await change('another long secret', proof)).status).toBe(204);
    expect((await send('POST', '/verifications/password', { password })).status).toBe(422);
    const other = await enter('other');
    expect(
      (await other.send('POST', '/my-account/password', { password: 'stolen proof' }, proof)).status,
    ).toBe(401);
  });

  test('[V7.5.1] an address is taken over once it is proven, and removed again', async () => {
    await allow({ email: edit });
    const { send, prove } = await enter('mover');
    const identifier = { type: 'email', value: 'moved@example.com' };
    const sent = await send('POST', '/verifications/verification-code', { identifier });
    expect(sent.status).toBe(201);
    const { verificationRecordId } = sent.body;
    const { code, templateType } = await readMessage(app, identifier.value);
    expect(templateType).toBe('BindNewIdentifier');
    const take = (proof?: string) =>
      send(
        'POST',
        '/my-account/primary-email',
        { email: identifier.value, newIdentifierVerificationRecordId: verificationRecordId },
        proof,
      );
    const proof = await prove();
    expect((await take(proof)).body.code).toBe('verification_record.not_found');
    const verify = { identifier, verificationId: verificationRecordId, code };
    expect((await send('POST', '/verifications/verification-code/verify', verify)).status).toBe(200);
    // A code to an address that is not the user's yet proves nothing about the user.
    expect((await take(verificationRecordId)).status).toBe(401);
    expect((await take(proof)).status).toBe(204);
    expect((await send('GET', '/my-account')).body.primaryEmail).toBe('moved@example.com');
    expect((await send('DELETE', '/my-account/primary-email', undefined, proof)).status).toBe(204);
    expect((await send('DELETE', '/my-account/primary-phone', undefined, proof)).body.code).toBe(
      'account_center.field_not_editable',
    );
  });

  test('[V6.5.6] second factors are set up, listed and removed by who proves to be still there', async () => {
    await allow({ mfa: edit });
    await app.manage('PATCH', '/sign-in-exp', {
      mfa: { policy: 'NoPrompt', factors: ['Totp', 'BackupCode'] },
    });
    const { send, prove } = await enter('factored');
    const path = '/my-account/mfa-verifications';
    const { secret } = (await send('POST', `${path}/totp-secret/generate`)).body;
    const { codes } = (await send('POST', `${path}/backup-codes/generate`)).body;
    const password = await prove();
    const add = async (factor: object, named: string | undefined = password) =>
      (await send('POST', path, factor, named)).body?.code;
    const codeAt = (timestamp: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    const code = codeAt(Date.now() - 30_000);
    expect(await add({ type: 'Totp', secret, code }, '')).toBe('verification_record.permission_denied');
    expect(await add({ type: 'BackupCode', codes })).toBe('session.mfa.backup_code_can_not_be_alone');
    expect(await send('POST', path, { type: 'Totp', secret: 'short' }, password)).toMatchObject({
      status: 400,
      body: { code: 'user.totp_secret_invalid' },
    });
    expect(await add({ type: 'Totp', secret, code: 'wrong1' })).toBe('session.mfa.invalid_totp_code');
    expect(await add({ type: 'Totp', secret, code })).toBeUndefined();
    // From now on it takes the factor to change the factors.
    expect(await add({ type: 'BackupCode', codes })).toBe('verification_record.permission_denied');
    const byFactor = await send('POST', '/verifications/totp/verify', { code: codeAt(Date.now()) });
    const proof = byFactor.body.verificationRecordId;
    expect(await add({ type: 'Totp', secret, code }, proof)).toBe('user.totp_already_in_use');
    expect(await send('GET', `${path}/backup-codes`, undefined, proof)).toMatchObject({
      status: 404,
      body: { code: 'verification_record.not_found' },
    });
    expect(await add({ type: 'BackupCode', codes }, proof)).toBeUndefined();
    const backup = await send('GET', `${path}/backup-codes`, undefined, proof);
    expect(backup.body.codes).toHaveLength(10);
    expect(JSON.stringify(backup.body)).not.toContain(codes[0]);
    const replace = (next: string[], named?: string) =>
      send('PUT', `${path}/backup-codes`, { codes: next }, named);
    expect((await replace(['a'.repeat(10)])).status).toBe(401);
    expect((await replace(['Bad code'], proof)).body.code).toBe('user.wrong_backup_code_format');
    expect((await send('GET', `${path}/backup-codes`, undefined, proof)).body).toEqual(backup.body);
    const others = (await send('POST', `${path}/backup-codes/generate`)).body.codes;
    expect((await replace(others, proof)).status).toBe(204);
    const use = async (given: string) =>
      (await send('POST', '/verifications/backup-code/verify', { code: given })).status;
    expect(await use(codes[0])).toBe(400);
    expect(await use(others[0])).toBe(201);
    const { body: factors } = await send('GET', path);
    expect(factors).toMatchObject([{ type: 'Totp' }, { type: 'BackupCode', remainCodes: 9 }]);
    const remove = (named?: string) => send('DELETE', `${path}/${factors[0].id}`, undefined, named);
    expect((await remove()).status).toBe(401);
    expect((await remove(proof)).status).toBe(204);
    expect((await send('GET', path)).body).toEqual([]);
    expect((await remove(proof)).body.code).toBe('verification_record.not_found');
  });

  test('users choose whether second factors are asked for, and see nothing where they are off', async () => {
    await allow({ mfa: edit });
    const { send, prove } = await enter('chooser');
    const read = async () => (await send('GET', '/my-account/mfa-settings')).body;
    expect(await read()).toEqual({ skipMfaOnSignIn: false });
    const choice = { skipMfaOnSignIn: true };
    expect((await send('PATCH', '/my-account/mfa-settings', choice)).status).toBe(401);
    expect((await send('PATCH', '/my-account/mfa-settings', choice, await prove())).body).toEqual(choice);
    expect(await read()).toEqual(choice);
    await allow({});
    expect(await read()).toMatchObject({ code: 'account_center.field_not_enabled' });
  });
});
