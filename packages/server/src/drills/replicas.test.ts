import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkReplicas } from '../cli/doctor-replicas.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { testVault } from '../database/testing/open.ts';
import {
  createTestDatabase,
  startReplica,
  startTestPostgresql,
  urlOfDatabase,
  withConnection,
} from '../database/testing/postgresql.ts';
import { parseEnvironment } from '../env.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { startFaultyNetwork } from './testing/faulty-network.ts';

let primary: Awaited<ReturnType<typeof startTestPostgresql>>;
let replica: Awaited<ReturnType<typeof startReplica>>;
let network: Awaited<ReturnType<typeof startFaultyNetwork>>;
let database: Database;
let app: TestApp;
let name: string;

beforeAll(async () => {
  primary = await startTestPostgresql();
  const { url } = await createTestDatabase(primary.url);
  name = new URL(url).pathname.slice(1);
  replica = await startReplica(primary.url);
  network = await startFaultyNetwork(urlOfDatabase(replica.url, name));
  database = await openDatabase({ url, replicaUrls: [network.url], vault: testVault });
  app = await startTestApp('postgresql', { database: { ...database, options: {}, dataDir: '' } });
});
afterAll(async () => {
  network.speak();
  await app?.close();
  network.close();
  await replica.stop();
  await primary.stop();
});

const onReplica = (sql: string) =>
  withConnection(urlOfDatabase(replica.url, name), client => client.query(sql));

const listRoles = async () => {
  const before = network.answered();
  const { status, body } = await app.manage('GET', '/roles?page=1&page_size=100');
  const names: string[] = status === 200 ? body.map((role: { name: string }) => role.name) : [];
  return { status, names, isFromReplica: network.answered() > before };
};

/** Waits until a replica that was set aside is used again. */
const expectReplicaInUse = () =>
  expect.poll(async () => (await listRoles()).isFromReplica, { interval: 200 }).toBe(true);

const createRole = (role: string) => app.manage('POST', '/roles', { name: role, description: 'd' });

test('lists come from the replica, and each one has what was saved before it', async () => {
  await expectReplicaInUse();
  for (let round = 0; round < 40; round += 1) {
    const { body } = await createRole(`role ${round}`);
    expect((await listRoles()).names).toContain(`role ${round}`);
    if (round % 4) continue;
    await app.manage('DELETE', `/roles/${body.id}`);
    expect((await listRoles()).names).not.toContain(`role ${round}`);
  }
  await expectReplicaInUse();
});

test('what is asked in parallel is never older than what was saved before', async () => {
  const missed = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await createRole(`parallel ${index}`);
      return (await listRoles()).names.includes(`parallel ${index}`) ? [] : [index];
    }),
  );
  expect(missed.flat()).toEqual([]);
});

test('a replica that stands still serves nothing that was revoked, and is skipped', async () => {
  const { body: machine } = await app.manage('POST', '/applications', {
    name: 'Machine',
    type: 'MachineToMachine',
  });
  const { body: role } = await app.manage('POST', '/roles', {
    name: 'Standing still',
    description: 'd',
    type: 'MachineToMachine',
  });
  await app.manage('POST', `/roles/${role.id}/applications`, { applicationIds: [machine.id] });
  const holders = () => app.manage('GET', `/roles/${role.id}/applications?page=1`);
  expect((await holders()).body).toHaveLength(1);
  await onReplica('select pg_wal_replay_pause()');
  await app.manage('DELETE', `/roles/${role.id}/applications/${machine.id}`);
  const start = performance.now();
  expect((await holders()).body).toEqual([]);
  expect(await listRoles()).toMatchObject({ isFromReplica: false });
  expect(performance.now() - start).toBeLessThan(5000);
  await onReplica('select pg_wal_replay_resume()');
  await expectReplicaInUse();
});

test('a replica that is silent, cut off or away costs no answer', async () => {
  await expectReplicaInUse();
  network.cut();
  expect((await listRoles()).status).toBe(200);
  network.goDown();
  await createRole('while away');
  expect(await listRoles()).toMatchObject({ status: 200, names: expect.arrayContaining(['while away']) });
  network.comeUp();
  await expectReplicaInUse();
  network.silence();
  await createRole('while silent');
  expect(await listRoles()).toMatchObject({ status: 200, names: expect.arrayContaining(['while silent']) });
  network.speak();
  await expectReplicaInUse();
});

test('a server that is no replica of this primary is never read from', async () => {
  const other = await startFaultyNetwork(urlOfDatabase(primary.url, name));
  const opened = await openDatabase({
    url: urlOfDatabase(primary.url, name),
    replicaUrls: [other.url],
    vault: testVault,
  });
  const long = sql<string>`repeat('x', 100000)`.as('long');
  const rows = await opened
    .tenant('default')
    .readAside(db => db.selectFrom('roles').select(long).limit(1).execute());
  expect(rows[0]?.long).toHaveLength(100_000);
  // The connection was made and refused, a few times perhaps: the row would be more than that.
  expect(other.answered()).toBeGreaterThan(0);
  expect(other.answered()).toBeLessThan(50_000);
  await opened.close();
  other.close();
});

const roleNames = async (opened: Database) => {
  const roles = await opened
    .tenant('default')
    .readAside(db => db.selectFrom('roles').select('name').execute());
  return roles.map(role => role.name);
};

test('another database of the same cluster, or a replica that lets us in no more, is never read from', async () => {
  const url = urlOfDatabase(primary.url, name);
  const { url: other } = await createTestDatabase(primary.url);
  await withConnection(primary.url, client => client.query(`create role stranger login password 'stranger'`));
  const onlyReplica = urlOfDatabase(replica.url, name);
  const addresses = [
    urlOfDatabase(replica.url, new URL(other).pathname.slice(1)),
    urlOfDatabase(replica.url, 'missing'),
    onlyReplica.replace('gatehouse:gatehouse', 'gatehouse:wrong'),
    onlyReplica.replace('gatehouse:gatehouse', 'stranger:stranger'),
  ];
  for (const address of addresses) {
    const opened = await openDatabase({ url, replicaUrls: [address], vault: testVault });
    expect(await roleNames(opened), address).toContain('while away');
    await opened.close();
  }
});

test('doctor tells a replica from a server that is none', async () => {
  const url = urlOfDatabase(primary.url, name);
  const environment = parseEnvironment({
    DATABASE_URL: url,
    DATABASE_REPLICA_URLS: `${network.url}, ${url}`,
  });
  expect(await checkReplicas(environment)).toMatchObject({
    status: 'warning',
    found: `${new URL(network.url).host} is a replica and up to date; ${new URL(url).host} is no replica`,
  });
});

test('a replica that did not follow the primary into its timeline is never read from', async () => {
  const promoted = await startReplica(primary.url);
  const stayed = await startReplica(primary.url);
  const ask = (server: { url: string }, sql: string) =>
    withConnection(urlOfDatabase(server.url, name), async client => (await client.query(sql)).rows[0]?.value);
  await ask(promoted, "alter system set primary_conninfo = ''");
  await ask(promoted, 'select pg_reload_conf()');
  await expect.poll(() => ask(promoted, 'select count(*)::int as value from pg_stat_wal_receiver')).toBe(0);
  for (let round = 0; round < 20; round += 1) await createRole(`never replicated ${round}`);
  const written = await ask(primary, 'select pg_current_wal_flush_lsn()::text as value');
  await expect.poll(() => ask(stayed, `select pg_last_wal_replay_lsn() >= '${written}' as value`)).toBe(true);

  await ask(promoted, 'select pg_promote()');
  const opened = await openDatabase({
    url: urlOfDatabase(promoted.url, name),
    replicaUrls: [urlOfDatabase(stayed.url, name)],
    vault: testVault,
  });
  await ask(promoted, "delete from roles where name = 'while away'");
  const now = await ask(promoted, 'select pg_current_wal_flush_lsn()::text as value');
  expect(await ask(stayed, `select pg_last_wal_replay_lsn() > '${now}' as value`)).toBe(true);
  expect(await roleNames(opened)).not.toContain('while away');
  expect(await roleNames(opened)).not.toContain('never replicated 0');
  await opened.close();
  for (const server of [promoted, stayed]) await server.stop();
});

test('a replica that follows the new primary is read from again', async () => {
  const promoted = await startReplica(primary.url);
  const follower = await startReplica(primary.url);
  await withConnection(follower.url, async client => {
    const { hostname, port, username, password } = new URL(promoted.url);
    const primaryInfo = `host=${hostname} port=${port} user=${username} password=${password}`;
    await client.query(`alter system set primary_conninfo = '${primaryInfo}'`);
    await client.query('select pg_reload_conf()');
  });
  await withConnection(promoted.url, client => client.query('select pg_promote()'));
  const opened = await openDatabase({
    url: urlOfDatabase(promoted.url, name),
    replicaUrls: [urlOfDatabase(follower.url, name)],
    vault: testVault,
  });
  const isReplica = () =>
    opened.tenant('default').readAside(async db => {
      const { rows } = await sql<{ value: boolean }>`select pg_is_in_recovery() as value`.execute(db);
      return rows[0]?.value;
    });
  // The standby's own next checkpoint would come in minutes.
  const readSoon = async () => {
    await withConnection(follower.url, client => client.query('checkpoint'));
    return isReplica();
  };
  await expect.poll(readSoon, { interval: 200, timeout: 15_000 }).toBe(true);
  await opened.close();
  for (const server of [follower, promoted]) await server.stop();
});
