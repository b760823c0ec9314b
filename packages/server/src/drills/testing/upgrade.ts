import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Pool } from 'pg';
import { migrate } from '../../database/migrate.ts';
import { withPool } from '../../database/pool.ts';
import { findWallGaps } from '../../database/tenant-wall.ts';
import { createEmptyDatabase } from '../../database/testing/postgresql.ts';
import { startReverseProxy } from '../../http/testing/reverse-proxy.ts';
import { startMixedLoad } from './mixed-load.ts';
import { createManager, lastRelease, startVersion, type Version, workingTree } from './version.ts';

const answersPerStep = 80;
const patienceMs = 60_000;

/**
 * The last release serves under load, the working tree starts beside it and takes over, the release takes over again on
 * the migrated database, and the working tree again. Before that, the release meets columns that it does not know.
 */
export const drillUpgrade = async (serverUrl: string) => {
  const release = lastRelease();
  const started = performance.now();
  const [database, proxy, receiver, dataDir] = await Promise.all([
    createEmptyDatabase(serverUrl),
    startReverseProxy(),
    startReceiver(),
    mkdtemp(join(tmpdir(), 'gatehouse-upgrade-')),
  ]);
  const settings = {
    ENDPOINT: proxy.url,
    DATABASE_URL: database.url,
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    GATEHOUSE_DRAIN_SECONDS: '1',
    TRUST_PROXY: 'true',
  };
  const running = new Set<Awaited<ReturnType<typeof startVersion>>>();
  const exitCodes: number[] = [];
  const gaps: string[] = [];
  const checkWall = async () => {
    const tables = await withPool({ connectionString: database.url, max: 1 }, findWallGaps);
    gaps.push(...tables);
  };
  const start = async (version: Version) => {
    const server = await startVersion(version, settings);
    running.add(server);
    proxy.add(server.port);
    await until(() => proxy.isReady(server.port), `${version.name} is ready`);
    return server;
  };
  try {
    let current = await start(release);
    const manager = await createManager(release, settings);
    const load = await startMixedLoad(proxy.url, manager, receiver.url);
    const serve = async () => {
      const goal = load.answered() + answersPerStep;
      await until(() => load.answered() >= goal, 'requests are answered');
    };
    await serve();
    await withPool({ connectionString: database.url, max: 1 }, expandAllTables);
    await serve();
    for (const next of [workingTree, release, workingTree]) {
      const other = await start(next);
      await checkWall();
      await serve();
      exitCodes.push(await current.stop());
      running.delete(current);
      current = other;
      await serve();
      await checkWall();
    }
    await load.end();
    const secondsOut = Number(load.longestPause().toFixed(1));
    const lost = await load.findLost();
    const untold = () => load.announced().filter(id => !receiver.told.has(id));
    await until(() => !untold().length, 'webhooks arrive').catch(() => undefined);
    return {
      acknowledged: load.announced().length,
      jobs: load.jobCount(),
      answered: load.answered(),
      lost: [...lost, ...untold().map(id => `webhook of ${id}`)],
      errors: [...load.failures, ...proxy.lost, ...load.stale, ...receiver.unreadable],
      gaps,
      exitCodes,
      secondsOut,
      seconds: Math.round((performance.now() - started) / 1000),
    };
  } finally {
    for (const server of running) server.kill();
    proxy.close();
    receiver.close();
    await database.dispose();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** Simulates a future migration that this version does not know: adds a column to every table. */
const expandAllTables = async (pool: Pool) => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations'`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-migrations-'));
  try {
    for (const { name } of rows)
      await writeFile(join(folder, `9999-${name}.sql`), `alter table ${name} add column of_the_drill text`);
    await migrate(pool, pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true });
  }
};

const until = async (isSo: () => boolean, what: string) => {
  const end = Date.now() + patienceMs;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
    await setTimeout(10);
  }
};

/** Takes webhooks and notes whom they are about. */
const startReceiver = async () => {
  const told = new Set<string>();
  const unreadable: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { data } = JSON.parse(body);
    told.add(data.id);
    // Events queued by one version must be sent correctly by the other.
    if (!/^(ann|crowd_\d+|user_\d+|Role \d+|Job \d+)$/.test(data.username ?? data.name))
      unreadable.push(body);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    told,
    unreadable,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};

export const describeUpgrade = (report: Awaited<ReturnType<typeof drillUpgrade>>) => {
  const { acknowledged, jobs, answered, lost, errors, gaps, secondsOut, seconds } = report;
  return (
    `Upgrade and back: ${answered} requests, ${acknowledged} rows and ${jobs} jobs acknowledged, ${lost.length} lost, ` +
    `${errors.length} errors, ${gaps.length} gaps in the wall, ${secondsOut} s without an answer at most, ${seconds} s`
  );
};
