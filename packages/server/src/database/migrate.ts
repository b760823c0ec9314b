import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { ClientBase, Pool } from 'pg';
import { withClient } from './pool.ts';
import { changeSchema } from './schema-changes.ts';
import { ensureTenantRole, raiseTenantWall, wallNewTables } from './tenant-wall.ts';

/** Beside this file in the sources, beside the bundle once built. */
const migrationsFolder = new URL('./migrations/', import.meta.url);

type Migration = { name: string; sql: string; checksum: string };

/**
 * Applies the missing migrations in order, each file in its own transaction, and verifies row-level security. Returns
 * the applied names. Nothing needs its own session, so a pooler may be in between.
 */
export const migrate = async (pool: Pool, folder: URL = migrationsFolder): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  return withClient(pool, async client => {
    const applied: string[] = [];
    const pending = await pendingMigrations(client, migrations);
    const hasRole = await ensureTenantRole(client);
    // A new database has no other users, and its wall is raised at once at the end.
    const isUpgrade = pending.length < migrations.length;
    const wall = isUpgrade ? () => wallNewTables(client, hasRole) : undefined;
    for (const migration of pending) if (await apply(client, migration, wall)) applied.push(migration.name);
    await raiseTenantWall(client, hasRole);
    return applied;
  });
};

/** The names of the migrations that this build has and this database has not. */
export const listPendingMigrations = (pool: Pool) =>
  withClient(pool, async client =>
    (await pendingMigrations(client, await readMigrations())).map(({ name }) => name),
  );

export class PendingMigrationsError extends Error {
  constructor(names: readonly string[]) {
    super(`${names.length} ${names.length === 1 ? 'migration' : 'migrations'} to apply`);
    this.name = 'PendingMigrationsError';
  }
}

/** For those who look at a database and leave it as it is. */
export const refuseOldSchema = async (pool: Pool) => {
  const pending = await listPendingMigrations(pool);
  if (pending.length) throw new PendingMigrationsError(pending);
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

/** Gives nothing when another process has been faster. */
const apply = async (
  client: ClientBase,
  { name, sql, checksum }: Migration,
  wall: (() => Promise<void>) | undefined,
) =>
  changeSchema(client, `what the migration ${name} is about`, async () => {
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rowCount } = await client.query('select from migrations where name = $1', [name]);
    if (rowCount) return false;
    await client.query(sql);
    await wall?.();
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    return true;
  }).catch(error => {
    throw new Error(`The migration ${name} failed.`, { cause: error });
  });
