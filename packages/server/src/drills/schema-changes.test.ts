import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { programs } from '../cli/testing/programs.ts';
import { migrate } from '../database/migrate.ts';
import { withPool } from '../database/pool.ts';
import { findWallGaps } from '../database/tenant-wall.ts';
import { openTestDatabase } from '../database/testing/open.ts';
import { createTenants, testOrigin } from '../database/testing/tenants.ts';

const prepare = async () => {
  const database = await openTestDatabase('postgresql');
  const admin = new pg.Client({ connectionString: database.options.url });
  await admin.connect();
  onTestFinished(async () => {
    await admin.end();
    await database.close();
  });
  await createTenants(database, 'acme');
  const inPool = <T>(work: (pool: pg.Pool) => Promise<T>) =>
    withPool({ connectionString: database.options.url, max: 1 }, work);
  /** Others who write all the time, as the version before does while this one starts; gives the slowest write. */
  let rounds = 0;
  const write = () => {
    rounds += 1;
    const prefix = rounds;
    let isOver = false;
    let slowest = 0;
    let written = 0;
    const work = async (writer: number) => {
      for (let round = 0; !isOver; round += 1) {
        const started = performance.now();
        await database.tenant('acme').write(testOrigin, async tx => {
          const id = `${prefix}-${writer}-${round}`;
          await tx.insert('roles', { id, name: id, description: 'd' });
          await tx.insert('resources', { id, name: id, indicator: `https://${id}.example` });
        });
        written += 1;
        slowest = Math.max(slowest, performance.now() - started);
      }
    };
    const all = Promise.all([1, 2, 3, 4, 5, 6].map(work));
    return {
      written: () => written,
      end: async () => {
        isOver = true;
        await all;
        return slowest;
      },
    };
  };
  return { database, admin, inPool, write };
};

const tearDown = `
  alter table roles disable row level security; drop policy one_tenant on roles;
  alter table resources disable row level security; alter table scopes force row level security;
  revoke insert on users from gatehouse_tenant`;

test('a wall with gaps is found, and raised again at the next start under the load of others', async () => {
  const { admin, inPool, write } = await prepare();
  for (let round = 0; round < 3; round += 1) {
    const others = write();
    await expect.poll(others.written).toBeGreaterThan(5);
    await admin.query('begin; set local lock_timeout = 0');
    await admin.query(tearDown);
    await admin.query('commit');
    expect(await inPool(findWallGaps)).toEqual(['resources', 'roles', 'scopes', 'users']);
    expect(await inPool(pool => migrate(pool))).toEqual([]);
    expect(await inPool(findWallGaps)).toEqual([]);
    await others.end();
  }
}, 60_000);

test('doctor tells of the gaps and leaves the database as it is', async () => {
  const { admin, inPool, database } = await prepare();
  await admin.query(tearDown);
  const env = { PATH: process.env.PATH, DATABASE_URL: database.options.url };
  const { stdout } = spawnSync(process.execPath, [programs.command, 'doctor'], { env, encoding: 'utf8' });
  expect(stdout).toContain('the wall between tenants has gaps: resources, roles, scopes, users');
  expect(await inPool(findWallGaps)).toEqual(['resources', 'roles', 'scopes', 'users']);
  await admin.query("delete from migrations where name like '0001%'");
  const later = spawnSync(process.execPath, [programs.command, 'doctor'], { env, encoding: 'utf8' });
  expect(later.stdout).toContain('Signing keys   not checked: 1 migration to apply');
}, 60_000);

test('a migration that needs a table for itself waits for a long reader without holding up writers', async () => {
  const { admin, inPool, write, database } = await prepare();
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, '9999-later.sql'), 'alter table roles add column later int');
  const others = write();
  await expect.poll(others.written).toBeGreaterThan(5);
  await admin.query('begin');
  await admin.query('select count(*) from roles');
  const migrated = inPool(pool => migrate(pool, pathToFileURL(`${folder}/`)));
  const waiting = async () => {
    const { rows } = await admin.query(
      "select count(*)::int as count from pg_locks where not granted and mode = 'AccessExclusiveLock'",
    );
    return rows[0].count;
  };
  // It steps aside and comes again.
  for (const count of [1, 0, 1, 0]) await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(count);
  const before = others.written();
  await expect.poll(others.written).toBeGreaterThan(before + 6);
  await admin.query('commit');
  expect(await migrated).toEqual(['9999-later.sql']);
  expect(await others.end()).toBeLessThan(4000);
  const { rows } = await admin.query("select from pg_attribute where attname = 'later'");
  expect(rows).toHaveLength(1);
  expect(database.longestWait()).toBe(0);
}, 60_000);

test('a migration of several tables gives way before a client that it blocks is taken for a deadlock', async () => {
  const { admin, inPool } = await prepare();
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(
    join(folder, '9999-both.sql'),
    'alter table roles add column later int; select pg_sleep(0.3); alter table resources add column later int',
  );
  await admin.query('begin');
  await admin.query('select count(*) from resources');
  const migrated = inPool(pool => migrate(pool, pathToFileURL(`${folder}/`)));
  const isAltering = async () => {
    const { rowCount } = await admin.query(
      "select from pg_locks where granted and mode = 'AccessExclusiveLock' and relation = 'roles'::regclass",
    );
    return rowCount;
  };
  await expect.poll(isAltering, { interval: 10 }).toBe(1);
  // Each has now what the other one wants.
  await admin.query('select count(*) from roles');
  await admin.query('commit');
  expect(await migrated).toEqual(['9999-both.sql']);
}, 60_000);
