import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { ClientBase, Pool } from 'pg';
import { raiseTenantWall } from './tenant-wall.ts';

/** Beside this file in the sources, beside the bundle once built. */
const migrationsFolder = new URL('./migrations/', import.meta.url);

/** Any number, the same in every process: whoever holds it migrates, the others wait and find nothing to do. */
const advisoryLock = 7_261_001;

type Migration = { name: string; sql: string; checksum: string };

/** Applies what is missing, in order, each file in a transaction of its own; gives the names applied. */
export const migrate = async (pool: Pool, folder: URL = migrationsFolder): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    if (!(await pendingMigrations(client, migrations)).length) return [];
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    try {
      const pending = await pendingMigrations(client, migrations);
      for (const migration of pending) await apply(client, migration);
      if (pending.length) await raiseTenantWall(client);
      return pending.map(({ name }) => name);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [advisoryLock]);
      await client.query('reset statement_timeout');
    }
  } finally {
    client.release();
  }
};

/** The names of the migrations that this build has and this database has not. */
export const listPendingMigrations = async (pool: Pool) => {
  const client = await pool.connect();
  try {
    return (await pendingMigrations(client, await readMigrations())).map(({ name }) => name);
  } finally {
    client.release();
  }
};

export const readMigrations = async (folder: URL = migrationsFolder): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async name => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

const pendingMigrations = async (client: ClientBase, migrations: Migration[]) => {
  const { rows: tables } = await client.query("select to_regclass('migrations') is not null as exists");
  if (!tables[0].exists) return migrations;
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed) {
    throw new Error(
      `The migration ${changed.name} was changed after it had been applied to this database. ` +
        'Restore the file and put the change into a new migration.',
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
};

const apply = async (client: ClientBase, { name, sql, checksum }: Migration) => {
  try {
    await client.query('begin');
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    await client.query(sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${name} failed.`, { cause: error });
  }
};
