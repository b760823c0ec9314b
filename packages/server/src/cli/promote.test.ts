import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/open.ts';
import { openTestDatabase, testVault } from '../database/testing/open.ts';
import { urlOfDatabase } from '../database/testing/postgresql.ts';
import { createTenants, testOrigin } from '../database/testing/tenants.ts';
import { startTestApp } from '../http/testing/app.ts';
import { promoteDatabase } from './promote-database.ts';

const emptyPostgresql = async () => {
  const server = inject('postgresqlUrl');
  const name = `promote_${process.pid}_${Date.now()}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return urlOfDatabase(server, name);
};

/** An embedded database with something of every kind: times, JSON, parents and children, numbers given out. */
const fillEmbedded = async () => {
  const database = await openTestDatabase('embedded');
  await createTenants(database, 'default', 'other');
  await database.tenant('default').write(testOrigin, async tx => {
    await tx.insert('resources', { id: 'api', name: 'API “quoted”, ☃', indicator: 'https://api.example' });
    await tx.insertMany(
      'scopes',
      Array.from({ length: 1200 }, (_, index) => ({
        id: `scope-${index}`,
        resourceId: 'api',
        name: `scope:${index}`,
      })),
    );
    // Counted by a trigger, in a table that is copied before.
    await tx.insertMany('users', [
      { id: 'ada', username: 'ada' },
      { id: 'bob', username: 'bob' },
    ]);
    tx.emit('Scope.Created', { list: [1, null, { deep: 'ß' }] });
    const payload = { uid: 'uid', when: 1.5, text: 'line\nbreak' };
    await tx.db.insertInto('oidcModelInstances').values({ modelName: 'Session', id: 's', payload }).execute();
  });
  return database;
};

const everything = (database: Awaited<ReturnType<typeof openDatabase>>) =>
  database.tenant('default').read(async db => ({
    resources: await db.selectFrom('resources').selectAll().execute(),
    scopes: await db.selectFrom('scopes').selectAll().orderBy('id').execute(),
    sessions: await db.selectFrom('oidcModelInstances').selectAll().execute(),
    dailyUsers: await db.selectFrom('dailyUsers').selectAll().execute(),
    events: await db.selectFrom('events').selectAll().execute(),
    changes: await db.selectFrom('changes').selectAll().execute(),
  }));

test('a trial grows up without loss: every row arrives, and the numbers continue', async () => {
  const embedded = await fillEmbedded();
  onTestFinished(embedded.close);
  const before = await everything(embedded);
  const url = await emptyPostgresql();
  const counts = await promoteDatabase(embedded, url);
  expect(counts).toContainEqual({ table: 'scopes', rows: 1200 });
  const promoted = await openDatabase({ url, vault: testVault });
  onTestFinished(promoted.close);
  expect(await everything(promoted)).toEqual(before);
  await promoted.tenant('default').write(testOrigin, async tx => tx.emit('Scope.Deleted', {}));
  const events = await promoted
    .tenant('default')
    .read(db => db.selectFrom('events').select('id').orderBy('id').execute());
  expect(events[1]!.id).toBe(events[0]!.id + 1);

  await expect(promoteDatabase(embedded, url)).rejects.toThrow('The target is not empty');
  await expect(promoteDatabase(promoted, url)).rejects.toThrow('Only an embedded database');
});

test('a target that does not keep what it gets ends up with nothing', async () => {
  const embedded = await fillEmbedded();
  onTestFinished(embedded.close);
  const url = await emptyPostgresql();
  await (await openDatabase({ url, vault: testVault })).close();
  const target = new pg.Client({ connectionString: url });
  await target.connect();
  onTestFinished(() => target.end());
  await target.query('create rule lose as on insert to oidc_model_instances do instead nothing');
  await expect(promoteDatabase(embedded, url)).rejects.toThrow(
    'The copy of oidc_model_instances differs (1 rows here, 0 there). Nothing was kept.',
  );
  await target.query("set app.tenant = '*'");
  for (const table of ['tenants', 'scopes'])
    expect((await target.query(`select from ${table}`)).rowCount, table).toBe(0);
});

test('a running server answers while its database is promoted', async () => {
  const embedded = await fillEmbedded();
  onTestFinished(embedded.close);
  const tenant = embedded.tenant('default');
  for (let round = 0; round < 6; round += 1)
    await tenant.write(testOrigin, tx =>
      tx.insertMany(
        'scopes',
        Array.from({ length: 2000 }, (_, index) => ({
          id: `more-${round}-${index}`,
          resourceId: 'api',
          name: `more:${round}:${index}`,
        })),
      ),
    );
  const url = await emptyPostgresql();
  let isOver = false;
  const start = performance.now();
  const promotion = promoteDatabase(embedded, url).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    const asked = performance.now();
    await tenant.send(db => db.updateTable('resources').set({ name: 'Renamed meanwhile' }).execute());
    waits.push(performance.now() - asked);
  }
  await promotion;
  expect(Math.max(...waits)).toBeLessThan((performance.now() - start) / 2);
});

test('a copy that is taken under load has all that was acknowledged before, and nothing without what came before it', async () => {
  const app = await startTestApp('embedded');
  onTestFinished(app.close);
  const url = await emptyPostgresql();
  const acknowledged: string[][] = [[], [], [], []];
  const failed: number[] = [];
  let isOver = false;
  const write = async (names: string[], writer: number) => {
    while (!isOver) {
      const name = `writer ${writer} role ${names.length}`;
      const { status } = await app.manage('POST', '/roles', { name, description: 'd' });
      if (status === 200) names.push(name);
      else failed.push(status);
    }
  };
  const writers = Promise.all(acknowledged.map(write));
  await expect.poll(() => Math.min(...acknowledged.map(names => names.length))).toBeGreaterThan(3);
  const before = acknowledged.map(names => names.length);
  await promoteDatabase(app.database, url);
  await expect
    .poll(() => acknowledged.every((names, writer) => names.length > before[writer]! + 3))
    .toBe(true);
  isOver = true;
  await writers;
  expect(failed).toEqual([]);
  const promoted = await openDatabase({ url, vault: testVault });
  onTestFinished(promoted.close);
  const rows = await promoted
    .tenant('default')
    .read(db => db.selectFrom('roles').select('name').where('name', 'like', 'writer %').execute());
  const copied = new Set(rows.map(({ name }) => name));
  for (const [writer, names] of acknowledged.entries()) {
    const isCopied = names.map(name => copied.has(name));
    const kept = isCopied.lastIndexOf(true) + 1;
    expect(kept).toBeGreaterThanOrEqual(before[writer]!);
    expect(isCopied.slice(0, kept)).toEqual(Array(kept).fill(true));
  }
});
