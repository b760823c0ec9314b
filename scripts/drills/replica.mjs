import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startFaultyNetwork } from '../../packages/server/src/drills/testing/faulty-network.ts';
import { freePort } from '../../packages/server/src/http/testing/free-port.ts';
import { startLoad } from './support/load.mjs';
import { answersTo, createPostgresql, makeDatabaseFolder, runSql } from './support/postgresql.mjs';
import { createProduct } from './support/product.mjs';
import { runAsDatabaseUser, startProgram, until } from './support/programs.mjs';

export const title = 'lists are read from a replica that stands still, is killed and goes silent';
export const needs = ['postgres', 'pg_basebackup'];

const faultSeconds = 30;
/** Writes go to the primary: they must not notice. A list may wait for the replica once. */
const limitSeconds = 3;
const listLimitSeconds = 10;

/** A second server that follows the first by streaming. */
const createReplica = async (context, primary) => {
  const directory = makeDatabaseFolder(join(context.directory, 'replica'));
  const data = join(directory, 'data');
  const port = await freePort();
  await runAsDatabaseUser(
    'pg_basebackup',
    ['--dbname', primary.adminUrl, '--pgdata', data, '--write-recovery-conf', '--checkpoint=fast'],
    { cwd: directory },
  );
  const parameters = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'];
  const replica = {
    url: primary.url.replace(`:${primary.port}/`, `:${port}/`),
    adminUrl: primary.adminUrl.replace(`:${primary.port}/`, `:${port}/`),
    program: undefined,
    async start() {
      replica.program = startProgram(context, 'postgres', [...parameters, '-c', 'unix_socket_directories='], {
        cwd: directory,
        asDatabaseUser: true,
      });
      await until('the replica answers', () => answersTo(replica.adminUrl), { program: replica.program });
    },
  };
  await replica.start();
  return replica;
};

/** Gives a machine a role and takes it away, again and again: the list of holders must never be older than that. */
const startReader = async (context, manage, name) => {
  const machine = await manage('POST', '/applications', {
    name,
    type: 'MachineToMachine',
  });
  const role = await manage('POST', '/roles', {
    name,
    description: 'Given and taken away',
    type: 'MachineToMachine',
  });
  const holders = `/roles/${role.id}/applications`;
  const seen = { lists: 0, old: 0, failed: 0, slowest: 0 };
  let isOver = false;
  context.defer(() => {
    isOver = true;
  });
  const expectHolders = async count => {
    const startedAt = performance.now();
    const list = await manage('GET', `${holders}?page=1`);
    seen.slowest = Math.max(seen.slowest, (performance.now() - startedAt) / 1000);
    seen.lists += 1;
    if (!list) seen.failed += 1;
    else if (list.length !== count) seen.old += 1;
  };
  const running = (async () => {
    while (!isOver) {
      await manage('POST', holders, { applicationIds: [machine.id] }, 201);
      await expectHolders(1);
      await manage('DELETE', `${holders}/${machine.id}`, undefined, 204);
      await expectHolders(0);
    }
  })();
  return {
    seen,
    async stop() {
      isOver = true;
      await running;
    },
  };
};

export const run = async context => {
  const primary = await createPostgresql(context);
  const replica = await createReplica(context, primary);
  const network = await startFaultyNetwork(replica.url);
  context.defer(() => network.close());
  const product = await createProduct(context, {
    url: primary.url,
    env: { DATABASE_REPLICA_URLS: network.url },
  });
  await product.start();

  const faults = {
    'stands still': {
      begin: () => runSql(replica.adminUrl, 'select pg_wal_replay_pause()'),
      end: () => runSql(replica.adminUrl, 'select pg_wal_replay_resume()'),
    },
    'is killed': { begin: () => replica.program.end('SIGKILL'), end: () => replica.start() },
    'goes silent': { begin: async () => network.silence(), end: async () => network.speak() },
  };
  const rows = [];
  for (const [name, fault] of Object.entries(faults)) {
    context.log(`the replica ${name}`);
    const load = await startLoad(context, product);
    const reader = await startReader(context, load.manage, `Replica ${name}`);
    const isUsed = async () => {
      const before = network.answered();
      await load.manage('GET', '/roles?page=1');
      return network.answered() > before;
    };
    await until('the replica is read from', isUsed);
    const from = performance.now();
    await fault.begin();
    await pause(faultSeconds * 1000);
    await fault.end();
    const endedAt = performance.now();
    await until('the replica is read from again', isUsed);
    const backAfter = (performance.now() - endedAt) / 1000;
    await reader.stop();
    const { lists, old, failed, slowest } = reader.seen;
    const failures = [];
    if (old) failures.push(`${old} of ${lists} lists were older than what was saved before`);
    if (failed) failures.push(`${failed} of ${lists} lists were refused`);
    if (slowest > listLimitSeconds) failures.push(`a list took ${slowest.toFixed(1)} s`);
    const { acknowledged, lost, secondsOut } = await load.result({ from, to: endedAt });
    rows.push({
      case: `${name} for ${faultSeconds} s`,
      acknowledged,
      lost,
      secondsOut,
      limitSeconds,
      failures,
      details: `${lists} lists, none old, the slowest ${slowest.toFixed(1)} s; used again after ${backAfter.toFixed(1)} s`,
    });
  }
  return rows;
};
