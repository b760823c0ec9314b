import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../../../packages/server/src/http/testing/free-port.ts';
import { root } from '../../install-if-needed.mjs';
import { commandPath } from './components.mjs';
import { startHaproxy } from './haproxy.mjs';
import { answersTo, makeDatabaseFolder, runSql } from './postgresql.mjs';
import { startProgram, until } from './programs.mjs';

const password = 'drill';

const isHealthy = async url => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  return answer?.ok === true;
};

const startEtcd = async context => {
  const [port, peerPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const parameters = [
    ['--name', 'etcd'],
    ['--data-dir', join(context.directory, 'etcd')],
    ['--listen-client-urls', url],
    ['--advertise-client-urls', url],
    ['--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
    ['--initial-advertise-peer-urls', `http://127.0.0.1:${peerPort}`],
    ['--initial-cluster', `etcd=http://127.0.0.1:${peerPort}`],
  ].flat();
  const program = startProgram(context, 'etcd', parameters);
  await until('etcd is healthy', () => isHealthy(`${url}/health`), { program });
  return `127.0.0.1:${port}`;
};

/** The processes of a PostgreSQL: Patroni does not end them when it is killed. */
const processesOf = data => {
  let first;
  try {
    first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return [];
  }
  const parentOf = pid => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    } catch {
      return undefined;
    }
  };
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return [first, ...all.filter(pid => parentOf(pid) === first)];
};

const signalAll = (pids, signal) => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
};

const createNode = async (context, name, etcd) => {
  const [port, apiPort] = [await freePort(), await freePort()];
  const directory = makeDatabaseFolder(join(context.directory, name));
  const data = join(directory, 'data');
  const env = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: `'${etcd}'`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: dirname(commandPath('postgres')),
    PATRONI_POSTGRESQL_PGPASS: join(directory, 'pgpass'),
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replication',
    PATRONI_REPLICATION_PASSWORD: password,
  };
  const node = {
    name,
    port,
    apiPort,
    program: undefined,
    start() {
      const file = join(root, 'docs', 'operations', 'patroni.yml');
      node.program = startProgram(context, 'patroni', [file], { cwd: directory, env, asDatabaseUser: true });
    },
    /** As when the machine loses its power. */
    async kill() {
      const pids = processesOf(data);
      const ended = node.program.end('SIGKILL');
      signalAll(pids, 'SIGKILL');
      await ended;
    },
    /** As when the machine hangs: connections stay open, and nothing answers. */
    hang: () => signalAll([node.program.child.pid, ...processesOf(data)], 'SIGSTOP'),
    resume: () => signalAll([node.program.child.pid, ...processesOf(data)], 'SIGCONT'),
  };
  context.defer(() => signalAll(processesOf(data), 'SIGKILL'));
  return node;
};

/** HAProxy takes turns among all nodes until it has checked them: only a whole round of primaries counts. */
const leadsToPrimary = async (url, count) => {
  for (let turn = 0; turn < 2 * count; turn += 1)
    if (!(await answersTo(url, 'select not pg_is_in_recovery() or null'))) return false;
  return true;
};

/** Three PostgreSQL nodes under Patroni behind HAProxy, with the example files of the documentation. */
export const startCluster = async context => {
  const etcd = await startEtcd(context);
  const nodes = [];
  for (const name of ['pg1', 'pg2', 'pg3']) nodes.push(await createNode(context, name, etcd));
  for (const node of nodes) node.start();
  const port = await freePort();
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const members = async () => {
    for (const { apiPort } of nodes) {
      const url = `http://127.0.0.1:${apiPort}/cluster`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
      if (answer?.ok) return (await answer.json()).members;
    }
    return [];
  };
  const cluster = {
    nodes,
    url: `postgres://gatehouse:${password}@127.0.0.1:${port}/gatehouse`,
    primary: async () => {
      const leader = (await members()).find(({ role }) => role === 'leader');
      return nodes.find(({ name }) => name === leader?.name);
    },
    /** Waits for a primary with a synchronous standby, and one more standby that follows it. */
    complete: () =>
      until(
        'all three nodes run, one as synchronous standby',
        async () => {
          const all = await members();
          const isRunning = ({ state }) => ['running', 'streaming'].includes(state);
          const timelines = new Set(all.map(({ timeline }) => timeline));
          return (
            all.length === nodes.length &&
            all.every(isRunning) &&
            timelines.size === 1 &&
            ['leader', 'sync_standby'].every(role => all.some(member => member.role === role))
          );
        },
        { seconds: 180 },
      ),
  };
  await cluster.complete();
  const addresses = Object.fromEntries(
    nodes.flatMap(({ port: own, apiPort }, index) => [
      [`POSTGRESQL_${index + 1}`, `127.0.0.1:${own}`],
      [`PATRONI_${index + 1}`, String(apiPort)],
    ]),
  );
  await startHaproxy(
    context,
    'haproxy-postgresql.cfg',
    { POSTGRESQL_BIND: `127.0.0.1:${port}`, ...addresses },
    () => leadsToPrimary(adminUrl, nodes.length),
  );
  await runSql(
    adminUrl,
    `create role gatehouse login createrole password '${password}'`,
    'create database gatehouse owner gatehouse',
  );
  return cluster;
};
