import { request as sendRaw } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createPerson } from '../api/cloud/testing/people.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { readSetupCode } from '../domain/setup-code.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

const password = 'correct horse battery';

describe.each(databaseKinds)('becoming the first administrator on %s', kind => {
  let app: TestApp;
  afterEach(() => app.close());

  const start = async (variables: Record<string, string> = {}) => {
    app = await startTestApp(kind, { variables });
  };
  const address = () => `http://localhost:${app.env.ADMIN_PORT}/api/setup/administrator`;
  const create = (body: object, headers: Record<string, string> = {}) =>
    call(address(), { method: 'POST', body: { username: 'root', password, ...body }, headers });
  /** `fetch` does not let a caller choose the host. */
  const createAt = (host: string) =>
    new Promise<number>((resolve, reject) => {
      const body = JSON.stringify({ username: 'root', password });
      const headers = { host, 'content-type': 'application/json', 'content-length': body.length };
      sendRaw(address(), { method: 'POST', headers }, response => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end(body);
    });
  const people = () => app.database.tenant('admin').read(db => db.selectFrom('users').select('id').execute());

  test.each(['oss', 'cloud'])(
    '[V6.3.2] finds no account that is there by default, in the edition %s',
    async edition => {
      await start({ GATEHOUSE_EDITION: edition });
      const everybody = await app.database.system(db => db.selectFrom('users').select('id').execute());
      expect(everybody).toEqual([]);
      expect((await app.manage('GET', '/users')).body).toEqual([]);
    },
  );

  test('is refused in the cloud once a user has registered', async () => {
    await start({ GATEHOUSE_EDITION: 'cloud' });
    await createPerson(app, 'early');
    expect(await create({})).toMatchObject({ status: 409, body: { code: 'setup.already_done' } });
    expect(await people()).toHaveLength(1);
    expect(await readSetupCode(app.database, app.vault)).toBeUndefined();
  });

  test('needs the printed code in production, and of forty with it one is first', async () => {
    await start({ ADMIN_ENDPOINT: 'https://console.example', GATEHOUSE_OTHER_HOSTS: 'localhost' });
    const wrong = { status: 403, body: { code: 'setup.wrong_code' } };
    expect(await create({})).toMatchObject(wrong);
    expect(await create({ setupCode: '0000-0000-0000-0000' })).toMatchObject(wrong);
    // Headers that any client can send change nothing.
    expect(
      await create({}, { 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1' }),
    ).toMatchObject(wrong);
    const setupCode = await readSetupCode(app.database, app.vault);
    expect(await readSetupCode(app.database, app.vault)).toBe(setupCode);
    const { rows } = await app.database.system(async db => ({
      rows: await db.selectFrom('configs').select('value').where('key', '=', 'setup.code').execute(),
    }));
    expect(JSON.stringify(rows)).not.toContain(setupCode?.replaceAll('-', ''));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        create({ username: `root${index}`, setupCode: setupCode?.toLowerCase() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await people()).toHaveLength(1);
    expect(await create({ username: 'late', setupCode })).toMatchObject({ status: 409 });
  });

  test('gets no more than a number of guesses, however many at once', async () => {
    await start({
      ADMIN_ENDPOINT: 'https://console.example',
      GATEHOUSE_OTHER_HOSTS: 'localhost',
      GATEHOUSE_ADDRESS_LIMIT: '0',
    });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => create({ setupCode: `guess ${index}` })),
    );
    expect(answers.filter(({ body }) => body.code === 'setup.wrong_code')).toHaveLength(30);
    const setupCode = await readSetupCode(app.database, app.vault);
    expect(await create({ setupCode })).toMatchObject({
      status: 429,
      body: { code: 'request.rate_limited' },
    });
    expect(await people()).toHaveLength(0);
  });

  test('needs none on the machine itself, but one through a proxy or by another name', async () => {
    await start();
    expect((await create({}, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(403);
    expect(await createAt('rebound.example')).toBe(421);
    expect((await create({})).status).toBe(201);
  });
});
