import { adminTenantId, managementAudience, meAudience } from '@gatehouse/contract/dialect.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { signInToConsole } from '../http/testing/console.ts';
import { password, secondHasPassed } from './testing/people.ts';

const another = 'a much better battery staple';

describe('a thief at the open console of an administrator', () => {
  let app: TestApp;
  let owner: Person;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    await app.database
      .tenant(adminTenantId)
      .write(testOrigin, tx => tx.insert('connectors', { id: 'mail', connectorId: 'development-mailbox' }));
    owner = await createPerson(app, 'owner');
    token = await owner.session.token({ resource: meAudience });
  });
  afterAll(() => app.close());

  const send = (method: string, path: string, body?: unknown, by = token) =>
    call(`${app.env.ADMIN_ENDPOINT}/me${path}`, { method, token: by, body });
  const lastCode = async (recipient: string): Promise<string> => {
    const message = await app.database
      .tenant(adminTenantId)
      .read(db =>
        db
          .selectFrom('messages')
          .select('payload')
          .where('recipient', '=', recipient)
          .orderBy('createdAt', 'desc')
          .executeTakeFirstOrThrow(),
      );
    return JSON.parse(app.vault.open(message.payload)).code;
  };

  test('cannot fill the database by what the console remembers of a user, and screens lose nothing', async () => {
    const fields = Array.from({ length: 20 }, (_, index) => ({ [`field${index}`]: index }));
    await Promise.all(fields.map(field => send('PATCH', '/custom-data', field)));
    const kept = (await send('GET', '/custom-data')).body;
    expect(kept).toMatchObject(Object.assign({}, ...fields));
    expect((await send('PATCH', '/custom-data', { much: 'x'.repeat(100_000) })).status).toBe(413);
    expect((await send('GET', '/custom-data')).body).toEqual(kept);
  });

  test('is refused, also while the account is being deleted', async () => {
    const leaving = await createPerson(app, 'leaving');
    const by = await leaving.session.token({ resource: meAudience });
    expect((await send('PATCH', '/custom-data', { seen: 1 }, by)).status).toBe(200);
    let answer: ReturnType<typeof send> | undefined;
    await app.database.system(async db => {
      await sql`select from users where id = ${leaving.id} for update`.execute(db);
      answer = send('PATCH', '/custom-data', { seen: 2 }, by);
      await expect
        .poll(async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length)
        .toBeGreaterThan(0);
      await sql`delete from users where id = ${leaving.id}`.execute(db);
    });
    expect((await answer)?.status).toBe(401);
  });

  test('cannot take the account over by their own email address, without the password', async () => {
    const email = 'thief@evil.example';
    await send('POST', '/verification-codes', { email });
    const verificationCode = await lastCode(email);
    expect((await send('POST', '/verification-codes/verify', { email, verificationCode })).status).toBe(204);
    expect(await send('PATCH', '', { primaryEmail: email })).toMatchObject({
      status: 400,
      body: { code: 'session.verification_failed' },
    });
    // That code is no proof of presence either.
    expect((await send('POST', '/password', { password: another })).body.code).toBe(
      'session.verification_failed',
    );
    expect((await send('GET', '')).body.primaryEmail).toBe(owner.email);
    expect((await send('POST', '/password/verify', { password })).status).toBe(204);
    expect((await send('PATCH', '', { primaryEmail: email })).status).toBe(200);
  });

  test('cannot use what the administrator proves in another session', async () => {
    const victim = await createPerson(app, 'victim');
    const own = await victim.session.token({ resource: meAudience });
    const stolen = await signInToConsole(app, { username: 'victim', password });
    const by = await stolen.token({ resource: meAudience });
    const email = 'second-thief@evil.example';
    await send('POST', '/verification-codes', { email }, by);
    const proof = { email, verificationCode: await lastCode(email) };
    expect((await send('POST', '/verification-codes/verify', proof, own)).status).not.toBe(204);
    expect((await send('POST', '/verification-codes/verify', proof, by)).status).toBe(204);
    expect((await send('POST', '/password/verify', { password }, own)).status).toBe(204);
    const refused = { status: 400, body: { code: 'session.verification_failed' } };
    expect(await send('POST', '/password', { password: another }, by)).toMatchObject(refused);
    expect(await send('PATCH', '', { primaryEmail: email }, by)).toMatchObject(refused);
    expect(await send('PATCH', '', { username: 'thief' }, by)).toMatchObject(refused);
    expect(await send('DELETE', '/social/identity/nothing', undefined, by)).toMatchObject(refused);
    expect((await send('POST', '/password', { password: another }, own)).status).toBe(204);
  });

  /** All changes that give access to an account, or take a way to sign in from it. */
  const changesBy = async (by: string, email: string) => {
    const link = { connectorId: 'nothing', state: 'abcd1234', redirectUri: 'https://console.example/handle' };
    const answers = [
      await send('POST', '/password', { password: another }, by),
      await send('PATCH', '', { primaryEmail: email }, by),
      await send('PATCH', '', { username: 'stolen' }, by),
      await send('POST', '/social/authorization-uri', link, by),
      await send('DELETE', '/social/identity/nothing', undefined, by),
    ];
    return answers.map(({ body }) => body.code);
  };
  const allRefused = Array<string>(5).fill('session.verification_failed');
  const proveBox = async (email: string, by: string) => {
    expect((await send('POST', '/verification-codes', { email }, by)).status).toBe(204);
    const proof = { email, verificationCode: await lastCode(email) };
    expect((await send('POST', '/verification-codes/verify', proof, by)).status).toBe(204);
  };
  const updatePerson = (id: string, columns: object) =>
    app.database
      .tenant(adminTenantId)
      .send(db => db.updateTable('users').set(columns).where('id', '=', id).execute());
  const missingProof = async (by: string) => (await send('GET', '/proof', undefined, by)).body.missing;

  test('cannot take over an account without a password, which takes a code to its present address', async () => {
    const social = await createPerson(app, 'social');
    const by = await social.session.token({ resource: meAudience });
    expect(await missingProof(by)).toBe('Password');
    await updatePerson(social.id, { passwordEncrypted: null });
    expect(await missingProof(by)).toBe('EmailVerificationCode');
    const wanted = 'third-thief@evil.example';
    await proveBox(wanted, by);
    expect(await changesBy(by, wanted)).toEqual(allRefused);
    await proveBox(social.email, by);
    expect(await missingProof(by)).toBeNull();
    expect((await send('PATCH', '', { username: 'social_2' }, by)).status).toBe(200);
    expect((await send('DELETE', '/social/identity/nothing', undefined, by)).body.code).toBe(
      'user.identity_not_exist',
    );
    expect((await send('POST', '/password', { password: another }, by)).status).toBe(204);
    expect(await missingProof(by)).toBe('Password');
  });

  test('cannot take over an account with nothing that the console asks for, unless it was just signed in to', async () => {
    const bare = await createPerson(app, 'bare');
    const by = await bare.session.token({ resource: meAudience });
    // The mailbox does not count for users with another factor.
    const mfaVerifications = [{ id: 'app', type: 'Totp', key: 'sealed', createdAt: '' }];
    const signedInAgo = (seconds: number) =>
      app.database.tenant(adminTenantId).send(db =>
        sql`update oidc_model_instances set payload = jsonb_set(payload, '{loginTs}',
            to_jsonb(${Math.floor(Date.now() / 1000) - seconds}::int))
          where model_name = 'Session' and account_id = ${bare.id}`.execute(db),
      );
    for (const columns of [{ mfaVerifications }, { mfaVerifications: [], primaryEmail: null }]) {
      await updatePerson(bare.id, { passwordEncrypted: null, ...columns });
      await signedInAgo(11 * 60);
      await proveBox(bare.email, by);
      expect(await missingProof(by)).toBe('SignIn');
      expect(await changesBy(by, bare.email)).toEqual(allRefused);
      await signedInAgo(9 * 60);
      expect(await missingProof(by)).toBeNull();
      expect((await send('PATCH', '', { username: `bare_${bare.id}` }, by)).status).toBe(200);
      await updatePerson(bare.id, { username: 'bare' });
    }
  });

  test('cannot change what is not part of a profile', async () => {
    for (const body of [
      { isSuspended: false },
      { passwordEncrypted: 'x' },
      { roles: ['admin'] },
      { id: 'other' },
      { mfaVerifications: [] },
      { isEmailVerified: true },
    ])
      expect([body, (await send('PATCH', '', body)).status]).toEqual([body, 400]);
  });

  test('is out when the administrator changes the password, and other tokens open no profile', async () => {
    const thief = await signInToConsole(app, { username: 'owner', password });
    const stolen = await thief.token({ resource: meAudience });
    expect((await send('GET', '', undefined, stolen)).status).toBe(200);
    for (const other of [
      app.token,
      await owner.session.token({ resource: managementAudience('default') }).catch(() => 'none'),
    ])
      expect((await send('GET', '', undefined, other)).status).toBe(401);
    await secondHasPassed();
    expect((await send('POST', '/password/verify', { password })).status).toBe(204);
    expect((await send('POST', '/password', { password: another })).status).toBe(204);
    expect((await send('GET', '', undefined, stolen)).status).toBe(401);
    await expect(thief.token({ resource: meAudience })).rejects.toThrow();
    expect((await send('GET', '')).status).toBe(200);
  });
});
