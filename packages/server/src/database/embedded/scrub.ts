import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { liveTables } from '../people/live-tables.ts';

/**
 * Deleted rows stay in the files of a table until they are written over, and in the log of the database until that is
 * recycled: tables are rewritten, and the log begins in a new file while the old ones are removed.
 */
export const scrubEmbedded = async (pool: Pool, dataDir: string) => {
  const client = await pool.connect();
  try {
    const { rows: noted } = await client.query<{ name: string; at: string }>(
      'select name, max(noted_at)::text as at from rewrites group by name',
    );
    const { rows: children } = await client.query<{ name: string }>(
      "select conrelid::regclass::text as name from pg_constraint where confrelid = 'users'::regclass",
    );
    // The statistics come last: they hold what the others had when they were looked at.
    const tables = new Set([
      ...liveTables,
      ...[...children, ...noted].map(({ name }) => name),
      'pg_statistic',
    ]);
    for (const table of tables) await client.query(`vacuum (full, analyze) ${table}`);
    await client.query('set wal_recycle = off');
    await client.query('select pg_switch_wal()');
    await client.query('checkpoint');
    const { rows } = await client.query<{ name: string }>(
      'select pg_walfile_name(pg_current_wal_lsn()) as name',
    );
    // Recycled segments keep their old content under the names of future files.
    const folder = join(dataDir, 'database', 'pg_wal');
    for (const name of await readdir(folder))
      if (/^[0-9A-F]{24}$/.test(name) && name !== rows[0]?.name)
        await rm(join(folder, name), { force: true });
    // Last, so that a process which ends before leaves it to the next one. What was noted meanwhile waits for the next time.
    for (const { name, at } of noted)
      await client.query('delete from rewrites where name = $1 and noted_at <= $2::timestamptz', [name, at]);
  } finally {
    client.release();
  }
};
