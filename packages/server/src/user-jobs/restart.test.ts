import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { UserJob, UserJobResult } from '@gatehouse/contract/user-jobs.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programs } from '../cli/testing/programs.ts';
import { openTestDatabase, type TestDatabase } from '../database/testing/open.ts';
import { createVault } from '../database/vault.ts';
import { createManagementApplication } from '../domain/applications.ts';
import { call, requestToken } from '../http/testing/app.ts';
import { freePort } from '../http/testing/free-port.ts';

const key = Buffer.alloc(32, 7);
const crowd = 120;
const patience = { timeout: 60_000 };

let database: TestDatabase;
let server: ChildProcess;
let ports: [number, number];
let gate: pg.Client;
let endpoint: string;
let token: string;

beforeAll(async () => {
  database = await openTestDatabase('postgresql');
  gate = new pg.Client({ connectionString: database.options.url });
  await gate.connect();
  ports = [await freePort(), await freePort()];
  await startServer();
  const manager = await createManagementApplication(database, createVault(key), { name: 'Tests' });
  endpoint = `http://localhost:${ports[0]}`;
  ({ access_token: token } = await requestToken(endpoint, manager, { scope: 'all' }));
});
afterAll(async () => {
  server.kill('SIGKILL');
  await gate.end();
  await database.close();
});

const manage = (method: string, path: string, body?: unknown) =>
  call(`${endpoint}/api${path}`, { method, body, token });

const startServer = async () => {
  server = spawn(process.execPath, [programs.server], {
    env: {
      PATH: process.env.PATH,
      PORT: `${ports[0]}`,
      ADMIN_PORT: `${ports[1]}`,
      DATABASE_URL: database.options.url,
      GATEHOUSE_DATA_DIR: database.dataDir,
      GATEHOUSE_SECRET_KEY: key.toString('base64'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (server.stdout) await once(server.stdout, 'data');
};

const addCrowd = (name: string) =>
  database.system(db =>
    sql`insert into users (tenant_id, id, username)
      select 'default', ${name}::text || lpad(i::text, 3, '0'), ${name}::text || '_' || i
      from generate_series(1, ${crowd}::int) i`.execute(db),
  );

const uploadCrowd = async (name: string) => {
  const form = new FormData();
  const lines = Array.from({ length: crowd }, (_, index) => `${name}_${index + 1}`);
  form.set('file', new File([['username', ...lines].join('\n')], 'people.csv'));
  const response = await fetch(`${endpoint}/api/users/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return (await response.json()).fileId as string;
};

const begin = async (job: object) => {
  const { body } = await manage('POST', '/users/jobs', job);
  return body.id as string;
};
const read = async (id: string) => (await manage('GET', `/users/jobs/${id}`)).body as UserJob;

/** Another transaction locks one of the users of the second step of each. */
const shutGates = async () => {
  await gate.query('begin');
  // Of another day than the others: those of a day are counted together.
  await gate.query(
    "insert into users (tenant_id, id, username, created_at) values ('default', 'gate', 'come_70', '2001-01-01')",
  );
  await gate.query('savepoint first');
  await gate.query("select from users where id = 'gone070' for update");
};

/** The next server does not wait: the time that the dead one had to say that it lives is over. */
const restartServer = async () => {
  server.kill('SIGKILL');
  await once(server, 'exit');
  await database.system(db => sql`update jobs set leased_until = now() - interval '1 second'`.execute(db));
  await startServer();
};

test('a server that is killed amid a bulk change or an import leaves it to the next, and every user is changed once', async () => {
  for (const name of ['gone', 'given', 'held']) await addCrowd(name);
  const { body: role } = await manage('POST', '/roles', { name: 'Crew', description: 'All of them' });
  await shutGates();
  const deletion = await begin({ kind: 'delete', filter: { search: 'gone_' } });
  const fileId = await uploadCrowd('come');
  const importing = await begin({ kind: 'import', fileId, mapping: { username: 'username' } });
  const assignment = await begin({
    kind: 'assign-roles',
    roleIds: [role.id],
    filter: { search: 'given_' },
  });
  const suspension = await begin({ kind: 'suspend', filter: { search: 'held_' } });
  const amid = { state: 'running', total: crowd, done: 50 };

  await expect.poll(() => read(deletion), patience).toMatchObject(amid);
  await restartServer();
  await gate.query('rollback to savepoint first');
  await expect.poll(() => read(importing), patience).toMatchObject(amid);
  await restartServer();
  await gate.query('rollback');

  for (const id of [deletion, importing, assignment, suspension]) {
    await expect.poll(() => read(id), patience).toMatchObject({ state: 'done', done: crowd });
    const { body: results } = await manage('GET', `/users/jobs/${id}/report?format=json`);
    const outcome = id === importing ? 'created' : 'updated';
    expect(results.map((result: UserJobResult) => result.outcome)).toEqual(Array(crowd).fill(outcome));
    expect(new Set(results.map(({ userId }: UserJobResult) => userId)).size).toBe(crowd);
  }
  const count = async (path: string) => Number((await manage('GET', path)).headers.get('total-number'));
  expect(await count('/users?search=gone_&page_size=1')).toBe(0);
  expect(await count('/users?search=come_&page_size=1')).toBe(crowd);
  expect(await count(`/roles/${role.id}/users?page_size=1`)).toBe(crowd);
  expect(await count('/users?isSuspended=true&page_size=1')).toBe(crowd);
}, 120_000);
