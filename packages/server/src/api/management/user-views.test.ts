import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { leastStatements } from '../../http/testing/statements.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(databaseKinds)('views of the user list on %s', kind => {
  let app: TestApp;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    app = await startTestApp(kind);
    for (const username of ['ada', 'bob', 'cleo', 'dora'])
      ids[username] = (await app.manage('POST', '/users', { username, password: 'a long Secret 7' })).body.id;
    await change('ada', { lastSignInAt: Date.now(), mfaVerifications: [passkey] });
    await change('bob', { createdAt: Date.now() - 20 * day, isSuspended: true });
    await change('cleo', { createdAt: Date.now() - 8 * day, lastSignInAt: Date.now() - day });
  });
  afterAll(() => app.close());

  const passkey = {
    id: 'key',
    createdAt: new Date().toISOString(),
    type: 'WebAuthn',
    credentialId: 'c',
    publicKey: 'p',
    counter: 0,
    agent: 'Test',
  };
  const change = (username: string, values: object) =>
    app.database.tenant('default').send(db =>
      db
        .updateTable('users')
        .set(values)
        .where('id', '=', ids[username] ?? '')
        .execute(),
    );
  const namesOf = (body: { username: string }[]) => body.map(({ username }) => username).sort();
  const found = async (query: string) => {
    const { status, body, headers } = await app.manage('GET', `/users?${query}`);
    expect(status).toBe(200);
    expect(Number(headers.get('total-number'))).toBe(body.length);
    return namesOf(body);
  };

  test('200 without MFA, never signed in, new, and all of them together', async () => {
    expect(await found('hasMfa=false')).toEqual(['bob', 'cleo', 'dora']);
    expect(await found('hasMfa=true')).toEqual(['ada']);
    expect(await found('hasSignedIn=false')).toEqual(['bob', 'dora']);
    expect(await found('hasSignedIn=true')).toEqual(['ada', 'cleo']);
    expect(await found(`createdAfter=${Date.now() - 7 * day}`)).toEqual(['ada', 'dora']);
    expect(await found(`createdAfter=${Date.now() - 7 * day}&hasSignedIn=false&hasMfa=false`)).toEqual([
      'dora',
    ]);
    expect(await found('hasMfa=false&isSuspended=true&search=%25b%25')).toEqual(['bob']);
    expect((await app.manage('GET', '/users?hasMfa=perhaps')).status).toBe(400);
    expect((await app.manage('GET', `/users?createdAfter=${10 ** 17}`)).status).toBe(400);
  });

  test('200 an export and a bulk job take the same filter', async () => {
    const exported = await app.manage('GET', '/users/export?hasSignedIn=false&hasMfa=false&format=json');
    expect(namesOf(exported.body)).toEqual(['bob', 'dora']);
    const filter = { hasMfa: true, hasSignedIn: true, createdAfter: Date.now() - 7 * day };
    const job = await app.manage('POST', '/users/jobs', { kind: 'suspend', filter });
    expect(job.status).toBe(202);
    await expect
      .poll(async () => (await app.manage('GET', `/users/jobs/${job.body.id}`)).body, { timeout: 20_000 })
      .toMatchObject({ state: 'done', total: 1, updated: 1 });
    expect(await found('isSuspended=true')).toEqual(['ada', 'bob']);
    await app.manage('PATCH', `/users/${ids.ada}/is-suspended`, { isSuspended: false });
  });

  test('200 passkeys, enterprise SSO and organizations of a page, in one statement however long it is', async () => {
    for (const name of ['Zebra', 'Apple', 'middle']) {
      const { body } = await app.manage('POST', '/organizations', { name });
      await app.manage('POST', `/organizations/${body.id}/users`, { userIds: [ids.ada] });
    }
    await app.database.tenant('default').send(db =>
      db
        .insertInto('userSsoIdentities')
        .values({
          id: 'sso',
          userId: ids.bob ?? '',
          issuer: 'https://idp.example',
          identityId: '1',
          detail: {},
          ssoConnectorId: 'gone',
        })
        .execute(),
    );
    const of = (...names: string[]) =>
      app.manage('GET', `/users/summaries?${names.map(name => `userId=${ids[name] ?? name}`).join('&')}`);
    const { status, body } = await of('ada', 'bob', 'unknown');
    expect(status).toBe(200);
    expect(body).toHaveLength(2);
    const [ada, bob] = [ids.ada, ids.bob].map(id =>
      body.find(({ userId }: { userId: string }) => userId === id),
    );
    expect(ada).toMatchObject({ hasPasskey: true, ssoIssuers: [], organizationCount: 3 });
    expect(ada.organizations.map(({ name }: { name: string }) => name)).toEqual(['Apple', 'middle']);
    expect(bob).toMatchObject({
      hasPasskey: false,
      ssoIssuers: ['https://idp.example'],
      organizations: [],
      organizationCount: 0,
    });

    const one = await leastStatements(app, () => of('ada'));
    expect(await leastStatements(app, () => of('ada', 'bob', 'cleo', 'dora'))).toBe(one);
    expect((await app.manage('GET', '/users/summaries')).status).toBe(400);
    expect((await of(...Array.from({ length: 101 }, (_, index) => `u${index}`))).status).toBe(400);
  });
});
