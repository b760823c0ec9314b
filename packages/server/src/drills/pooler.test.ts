import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../database/open.ts';
import { openTestDatabase, type TestDatabase } from '../database/testing/open.ts';
import { urlOfDatabase } from '../database/testing/postgresql.ts';
import { requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { hasPgBouncer, startPgBouncer } from './testing/pgbouncer.ts';

describe.runIf(hasPgBouncer())('behind PgBouncer in transaction mode, without another way', () => {
  let database: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  const apps: TestApp[] = [];
  beforeAll(async () => {
    database = await openTestDatabase('postgresql');
    const url = database.options.directUrl ?? database.options.url ?? '';
    pooler = await startPgBouncer(url);
    const pooled = urlOfDatabase(pooler.url, new URL(url).pathname.slice(1));
    for (let count = 0; count < 2; count += 1) {
      const opened = await openDatabase({ ...database.options, url: pooled, directUrl: undefined });
      apps.push(await startTestApp('postgresql', { database: { ...database, ...opened } }));
    }
  });
  afterAll(async () => {
    await Promise.all(apps.map(app => app.close()));
    await pooler.stop();
    await database.close();
  });

  test('many callers at once read and write what is theirs', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const app = apps[index % 2]!;
        const created = await app.manage('POST', '/roles', { name: `role ${index}`, description: 'd' });
        const read = await app.manage('GET', `/roles/${created.body.id}`);
        return [created.status, read.status, read.body.name];
      }),
    );
    expect(answers).toEqual(Array.from({ length: 60 }, (_, index) => [200, 200, `role ${index}`]));
  });

  test('what one process changes counts in the other within seconds', async () => {
    const [first, second] = apps as [TestApp, TestApp];
    const { body: application } = await first.manage('POST', '/applications', {
      name: 'Machine',
      type: 'MachineToMachine',
    });
    const { body: secrets } = await first.manage('GET', `/applications/${application.id}/secrets`);
    const machine = { id: application.id, secret: secrets[0].value };
    const token = async () => (await requestToken(second.env.ENDPOINT, machine, {})).status;
    await expect.poll(token, { timeout: 10_000 }).toBe(200);
    const name = encodeURIComponent(secrets[0].name);
    await first.manage('DELETE', `/applications/${application.id}/secrets/${name}`);
    const deleted = Date.now();
    await expect.poll(token, { timeout: 20_000, interval: 100 }).toBe(401);
    expect(Date.now() - deleted).toBeLessThan(15_000);
  });
});
