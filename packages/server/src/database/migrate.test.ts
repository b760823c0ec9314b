import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { listPendingMigrations, migrate, readMigrations } from './migrate.ts';
import { openDatabase } from './open.ts';
import { endPool } from './pool.ts';
import { findWallGaps } from './tenant-wall.ts';
import { urlOfDatabase } from './testing/postgresql.ts';

let count = 0;

const emptyDatabase = async () => {
  const server = inject('postgresqlUrl');
  count += 1;
  const name = `migrate_${process.pid}_${count}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return urlOfDatabase(server, name);
};

const poolOf = (url: string) => {
  const pool = new pg.Pool({ connectionString: url });
  onTestFinished(() => endPool(pool));
  return pool;
};

const folderWith = async (files: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return pathToFileURL(`${folder}/`);
};

test('processes that start at once on an empty database do not collide', async () => {
  const url = await emptyDatabase();
  const databases = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ url })));
  await Promise.all(databases.map(database => database.close()));
  const pool = poolOf(url);
  const { rows } = await pool.query('select name from migrations order by name');
  expect(rows[0]).toEqual({ name: '0001-foundation.sql' });
  expect(await listPendingMigrations(pool)).toEqual([]);
});

test('two versions that start at once end with the same tables and a whole wall, also under writes', async () => {
  const files = await readMigrations();
  const versionWithout = (newest: number) =>
    folderWith(Object.fromEntries(files.slice(0, files.length - newest).map(({ name, sql }) => [name, sql])));
  const [older, oldest] = [await versionWithout(6), await versionWithout(12)];
  for (const isEmpty of [true, false]) {
    const url = await emptyDatabase();
    const pool = poolOf(url);
    if (!isEmpty) await migrate(pool, oldest);
    let isOver = isEmpty;
    let written = 0;
    const write = async (writer: number) => {
      while (!isOver) {
        const id = `${writer}-${written}`;
        await pool.query(
          "with chosen as (select set_config('app.tenant', '*', true)) insert into tenants (id, name) select $1, 'Busy' from chosen",
          [id],
        );
        written += 1;
      }
    };
    const writers = Promise.all([1, 2, 3].map(write));
    if (!isEmpty) await expect.poll(() => written).toBeGreaterThan(5);
    await Promise.all([
      migrate(poolOf(url), older),
      migrate(poolOf(url)),
      migrate(poolOf(url), older),
      migrate(poolOf(url)),
    ]);
    isOver = true;
    await writers;
    const { rows } = await pool.query(
      'select name, count(*)::int from migrations group by name order by name',
    );
    expect(rows).toEqual(files.map(({ name }) => ({ name, count: 1 })));
    expect(await findWallGaps(pool)).toEqual([]);
    // The previous version starts again, on a newer database.
    expect(await migrate(poolOf(url), older)).toEqual([]);
    expect(await findWallGaps(pool)).toEqual([]);
  }
});

test('files are applied once, in order, and new ones later', async () => {
  const pool = poolOf(await emptyDatabase());
  const first = {
    '0001-a.sql': 'create table a (id int)',
    '0002-b.sql': 'alter table a add column name text',
  };
  expect(await migrate(pool, await folderWith(first))).toEqual(['0001-a.sql', '0002-b.sql']);
  expect(await migrate(pool, await folderWith(first))).toEqual([]);
  const later = { ...first, '0003-c.sql': 'alter table a add column age int' };
  expect(await migrate(pool, await folderWith(later))).toEqual(['0003-c.sql']);
});

test('a file that changed after it was applied is refused by name', async () => {
  const pool = poolOf(await emptyDatabase());
  await migrate(pool, await folderWith({ '0001-a.sql': 'create table a (id int)' }));
  const changed = migrate(pool, await folderWith({ '0001-a.sql': 'create table a (id bigint)' }));
  await expect(changed).rejects.toThrow('0001-a.sql was changed');
});

test('a file that fails leaves nothing of itself and keeps what came before', async () => {
  const pool = poolOf(await emptyDatabase());
  const files = {
    '0001-a.sql': 'create table a (id int)',
    '0002-b.sql': 'create table b (id int); select nonsense',
  };
  await expect(migrate(pool, await folderWith(files))).rejects.toThrow('0002-b.sql failed');
  const { rows } = await pool.query("select to_regclass('a') as a, to_regclass('b') as b");
  expect(rows).toEqual([{ a: 'a', b: null }]);
});

test('the tables of an upgrade are behind the wall as soon as they are there, for triggers of the version before', async () => {
  const pool = poolOf(await emptyDatabase());
  const first = { '0001-a.sql': 'create table a (id int, tenant_id text)' };
  await migrate(pool, await folderWith(first));
  const upgrade = {
    ...first,
    '0002-b.sql': 'create table b (id int generated always as identity, tenant_id text)',
    '0003-c.sql': 'select nonsense',
  };
  await expect(migrate(pool, await folderWith(upgrade))).rejects.toThrow('0003-c.sql failed');
  expect(await findWallGaps(pool)).toEqual([]);
});
