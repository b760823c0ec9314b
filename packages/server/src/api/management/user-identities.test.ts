import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';

describe.each(databaseKinds)('identities and second factors of users on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  let count = 0;
  const createUser = async () => {
    count += 1;
    const { body } = await app.manage('POST', '/users', { username: `user_${count}` });
    return body.id as string;
  };

  test('201 links an account, 200 replaces and reads it, 200 unlinks it', async () => {
    const id = await createUser();
    const path = `/users/${id}/identities/github`;
    expect((await app.manage('GET', path)).body.code).toBe('user.identity_not_exist');
    const linked = await app.manage('PUT', path, { userId: '17', details: { name: 'Octo' } });
    expect(linked).toMatchObject({
      status: 201,
      body: { github: { userId: '17', details: { name: 'Octo' } } },
    });
    expect(await app.manage('PUT', path, { userId: '18' })).toMatchObject({
      status: 200,
      body: { github: { userId: '18' } },
    });
    expect((await app.manage('GET', path)).body).toEqual({ identity: { userId: '18' } });
    expect((await app.manage('DELETE', path)).body.identities).toEqual({});
    expect((await app.manage('DELETE', path)).status).toBe(404);
  });

  test('422 for an account that another user has', async () => {
    const [holder, other] = [await createUser(), await createUser()];
    await app.manage('PUT', `/users/${holder}/identities/google`, { userId: 'g-1' });
    expect(await app.manage('PUT', `/users/${other}/identities/google`, { userId: 'g-1' })).toMatchObject({
      status: 422,
      body: { code: 'user.identity_already_in_use' },
    });
    expect((await app.manage('PUT', `/users/${other}/identities/github`, { userId: 'g-1' })).status).toBe(
      201,
    );
    const race = await Promise.all(
      [holder, other].map(id => app.manage('PUT', `/users/${id}/identities/wechat`, { userId: 'w-1' })),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test('accounts of enterprise providers are shown', async () => {
    const id = await createUser();
    await app.database.system(db =>
      db
        .insertInto('userSsoIdentities')
        .values({
          tenantId: 'default',
          id: 'sso-1',
          userId: id,
          issuer: 'https://idp.example',
          identityId: 'someone',
          ssoConnectorId: 'okta',
        })
        .execute(),
    );
    await app.manage('PUT', `/users/${id}/identities/apple`, { userId: 'a-1' });
    const one = await app.manage('GET', `/users/${id}/sso-identities/okta`);
    expect(one.body.ssoIdentity).toMatchObject({ issuer: 'https://idp.example', identityId: 'someone' });
    expect((await app.manage('GET', `/users/${id}/sso-identities/none`)).body.code).toBe(
      'user.enterprise_sso_identity_not_exists',
    );
    expect((await app.manage('GET', `/users/${id}/all-identities`)).body).toMatchObject({
      socialIdentities: [{ target: 'apple', identity: { userId: 'a-1' } }],
      ssoIdentities: [{ ssoConnectorId: 'okta' }],
    });
    const user = await app.manage('GET', `/users/${id}?includeSsoIdentities=true`);
    expect(user.body.ssoIdentities).toHaveLength(1);
  });

  test('[ENT-6] an authenticator app is added once, with a picture, and its secret is sealed', async () => {
    const id = await createUser();
    const path = `/users/${id}/mfa-verifications`;
    const created = await app.manage('POST', path, { type: 'Totp' });
    expect(created).toMatchObject({ status: 200, body: { type: 'Totp' } });
    expect(created.body.secretQrCode).toMatch(/^data:image\/png;base64,/);
    expect(new TOTP({ secret: created.body.secret }).generate()).toMatch(/^\d{6}$/);
    expect((await app.manage('POST', path, { type: 'Totp' })).body.code).toBe('user.totp_already_in_use');
    const [view] = (await app.manage('GET', path)).body;
    expect(Object.keys(view).sort()).toEqual(['createdAt', 'id', 'type']);
    const stored = await app.database
      .tenant('default')
      .read(db => db.selectFrom('users').select('mfaVerifications').where('id', '=', id).execute());
    expect(JSON.stringify(stored)).not.toContain(created.body.secret);
    const history = await app.manage('GET', `/changes?objectKind=user&objectId=${id}`);
    expect(history.text).not.toContain(created.body.secret);
  });

  test('[ENT-6] backup codes need another factor and go with the last one', async () => {
    const id = await createUser();
    const path = `/users/${id}/mfa-verifications`;
    const attempt = async (body: object) => (await app.manage('POST', path, body)).body.code;
    expect(await attempt({ type: 'BackupCode' })).toBe('session.mfa.backup_code_can_not_be_alone');
    expect(await attempt({ type: 'Totp', secret: 'not base 32!' })).toBe('user.totp_secret_invalid');
    expect((await app.manage('POST', path, { type: 'Totp', secret: 'JBSWY3DPEHPK3PXP' })).body.secret).toBe(
      'JBSWY3DPEHPK3PXP',
    );
    expect(await attempt({ type: 'BackupCode', codes: ['short'] })).toBe('user.wrong_backup_code_format');
    const { body } = await app.manage('POST', path, { type: 'BackupCode' });
    expect(new Set(body.codes).size).toBe(10);
    expect(await attempt({ type: 'BackupCode' })).toBe('user.backup_code_already_in_use');
    const [totp, codes] = (await app.manage('GET', path)).body;
    expect(codes).toMatchObject({ type: 'BackupCode', remainCodes: 10 });
    expect((await app.manage('DELETE', `${path}/nothing`)).status).toBe(404);
    expect((await app.manage('DELETE', `${path}/${totp.id}`)).status).toBe(204);
    expect((await app.manage('GET', path)).body).toEqual([]);
  });
});
