import { managementAudience, meAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { administrator, signInToConsole } from '../../http/testing/console.ts';

describe.each(databaseKinds)('the first administrator on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const create = (body: unknown) =>
    call(`${app.env.ADMIN_ENDPOINT}/api/setup/administrator`, { method: 'POST', body });

  test('422 for a password that breaks the policy, with every rule that it breaks', async () => {
    const answer = await create({ username: 'root', password: 'aaa' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'password.rejected' } });
    const codes = answer.body.data.issues.map(({ code }: { code: string }) => code);
    expect(codes).toContain('password_rejected.too_short');
    expect(codes).toContain('password_rejected.restricted.repetition');
    const words = answer.body.data.issues.map(({ message }: { message: string }) => message);
    expect(words).toContain('The password needs at least 8 characters.');
  });

  test('when several people race, exactly one of them gets in', async () => {
    const names = [administrator.username, 'second', 'third', 'fourth'];
    const answers = await Promise.all(names.map(username => create({ ...administrator, username })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.body.code).toBe('setup.already_done');
    const { users } = await app.database
      .tenant('admin')
      .read(async db => ({ users: await db.selectFrom('users').select('username').execute() }));
    expect(users).toHaveLength(1);
    // The others of this file sign in as root, whichever request won.
    await app.database.system(db =>
      db.updateTable('users').set({ username: administrator.username }).execute(),
    );
  });

  test('the administrator signs in to the console and manages the default tenant', async () => {
    const session = await signInToConsole(app);
    expect(session.claims).toMatchObject({ username: 'root', organization_roles: ['t-default:admin'] });
    const token = await session.token({ resource: managementAudience('default') });
    const listed = await call(`${app.env.ENDPOINT}/api/resources`, { token });
    expect(listed.status).toBe(200);
    const created = await call(`${app.env.ENDPOINT}/api/resources`, {
      method: 'POST',
      token,
      body: { name: 'By hand', indicator: 'https://by-hand.example' },
    });
    const history = await call(`${app.env.ENDPOINT}/api/changes?objectId=${created.body.id}`, { token });
    expect(history.body[0].actor).toMatchObject({ kind: 'user', name: 'root' });
  });

  test('the me API reads and changes the administrator, and refuses everyone else', async () => {
    const session = await signInToConsole(app);
    const token = await session.token({ resource: meAudience });
    const url = `${app.env.ADMIN_ENDPOINT}/me`;
    expect((await call(url, { token })).body).toMatchObject({ username: 'root', hasPassword: true });
    expect((await call(url, { method: 'PATCH', token, body: { name: 'Root' } })).body.name).toBe('Root');
    await call(`${url}/custom-data`, { method: 'PATCH', token, body: { a: 1 } });
    expect((await call(`${url}/custom-data`, { method: 'PATCH', token, body: { b: 2 } })).body).toEqual({
      a: 1,
      b: 2,
    });
    expect((await call(`${url}/custom-data`, { token })).body).toEqual({ a: 1, b: 2 });
    expect((await call(url, { token: app.token })).status).toBe(401);
    expect((await call(`${app.env.ENDPOINT}/api/resources`, { token })).status).toBe(401);
    const unverified = await call(url, {
      method: 'PATCH',
      token,
      body: { primaryEmail: 'root@example.com' },
    });
    expect(unverified).toMatchObject({
      status: 404,
      body: { code: 'session.verification_session_not_found' },
    });
  });

  test('[REQ-12] the address of a tenant is public', async () => {
    const answer = await call(`${app.env.ADMIN_ENDPOINT}/api/.well-known/endpoints/default`);
    expect(answer).toMatchObject({ status: 200, body: { user: app.env.ENDPOINT } });
    // The response must not reveal whether the tenant exists.
    expect((await call(`${app.env.ADMIN_ENDPOINT}/api/.well-known/endpoints/nobody`)).status).toBe(200);
  });
});
