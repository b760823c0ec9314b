import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { listPendingMigrations, migrate } from './migrate.ts';
import { endPool } from './pool.ts';
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
