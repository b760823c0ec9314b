import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../packages/server/src/http/testing/free-port.ts';
import { root } from '../install-if-needed.mjs';
import { commandPath } from './support/components.mjs';
import { startLoad } from './support/load.mjs';
import { answersTo, createPostgresql, makeDatabaseFolder } from './support/postgresql.mjs';
import { createProduct } from './support/product.mjs';
import { runAsDatabaseUser, until } from './support/programs.mjs';

export const title = 'the database is destroyed and restored to a point in time with pgBackRest';
export const needs = ['postgres', 'pgbackrest'];

const limitSeconds = 60;
const settledWrites = 60;

export const run = async context => {
  const directory = join(context.directory, 'postgresql');
  const port = await freePort();
  const env = {
    PGBACKREST_REPO1_PATH: makeDatabaseFolder(join(context.directory, 'repository')),
    PGBACKREST_LOCK_PATH: makeDatabaseFolder(join(context.directory, 'locks')),
    PGBACKREST_PG1_PATH: join(directory, 'data'),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: directory,
    PGBACKREST_PG1_USER: 'postgres',
  };
  const options = [`--config=${join(root, 'docs', 'operations', 'pgbackrest.conf')}`, '--stanza=gatehouse'];
  const backrest = (...parameters) =>
    runAsDatabaseUser('pgbackrest', [...options, ...parameters], { cwd: directory, env });
  const database = await createPostgresql(context, {
    directory,
    port,
    env,
    settings: {
      unix_socket_directories: directory,
      archive_mode: 'on',
      archive_command: `${commandPath('pgbackrest')} ${options.join(' ')} archive-push %p`,
    },
  });
  const product = await createProduct(context, { url: database.url });
  await product.start();
  await backrest('stanza-create');

  const kept = await startLoad(context, product);
  await kept.acknowledge(settledWrites);
  context.log('backup under load');
  await backrest('--type=full', 'backup');
  await kept.acknowledge(settledWrites, { signIns: 2 });
  await kept.stop();
  const moment = await answersTo(database.adminUrl, 'select clock_timestamp()::text');
  const undone = await startLoad(context, product);
  await undone.acknowledge(settledWrites, { signIns: 1 });
  await undone.stop();
  const segment = await answersTo(database.adminUrl, 'select pg_walfile_name(pg_switch_wal())');
  await until('the last segment is archived', () =>
    answersTo(database.adminUrl, `select last_archived_wal >= '${segment}' or null from pg_stat_archiver`),
  );

  context.log(`everything is destroyed and restored to ${moment}`);
  await product.kill();
  await database.kill();
  rmSync(database.data, { recursive: true });
  const startedAt = performance.now();
  makeDatabaseFolder(database.data);
  await backrest('--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
  await database.start();
  await until('the restored database takes writes', () =>
    answersTo(database.adminUrl, 'select not pg_is_in_recovery() or null'),
  );
  await product.start();
  const tokens = await kept.signIn();
  const secondsOut = Number(((performance.now() - startedAt) / 1000).toFixed(1));

  const failures = tokens ? [] : ['nobody can sign in'];
  const found = await kept.findUsers();
  const tooLate = [...undone.users.keys()].filter(id => found.has(id)).length;
  if (tooLate) failures.push(`${tooLate} users from after the moment are there`);
  for (const parameters of [['audit', 'verify'], ['doctor']])
    await product
      .command(...parameters)
      .catch(error => failures.push(`gatehouse ${parameters.join(' ')}: ${error.stdout || error.message}`));
  const { acknowledged, lost, signIns } = await kept.result();
  return [
    {
      case: 'restored to a point in time',
      acknowledged,
      lost,
      secondsOut,
      limitSeconds,
      failures,
      details: `from the empty data directory to a sign-in; ${signIns} sessions of before still refresh; ${undone.users.size} later users are gone; audit log and doctor are fine`,
    },
  ];
};
