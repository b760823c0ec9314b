import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';
import { databaseKinds, openTestDatabase, type TestDatabase, testVault } from './testing/open.ts';
import { urlOfDatabase } from './testing/postgresql.ts';
import { createTenants, testOrigin } from './testing/tenants.ts';

const fill = async (database: Database) => {
  await createTenants(database, 'mine', 'theirs');
  for (const tenantId of ['mine', 'theirs']) {
    await database.tenant(tenantId).write(testOrigin, async tx => {
      await tx.insert('resources', {
        id: 'api',
        name: `API of ${tenantId}`,
        indicator: 'https://api.example',
      });
      await tx.insert('scopes', { id: 'read', resourceId: 'api', name: 'read', description: null });
      await tx.insert('users', { id: tenantId, name: `User of ${tenantId}` });
      await tx.insert('roles', { id: tenantId, name: 'Role', description: 'A role' });
      await tx.insert('applications', { id: tenantId, name: 'Application', type: 'SPA' });
      await tx.insert('organizations', {
        id: tenantId,
        name: `Organization of ${tenantId}`,
        description: null,
        customCss: null,
      });
    });
  }
};

/** Attempts to climb the wall as tenant `mine`, with queries that no code of ours would send. */
const climb = (database: Database) => {
  const tenant = database.tenant('mine');
  const run = <Row>(query: ReturnType<typeof sql<Row>>) =>
    tenant.write(testOrigin, async tx => (await query.execute(tx.db)).rows);
  const look = async <Row>(query: ReturnType<typeof sql<Row>>) => {
    const { rows } = await tenant.read(db => query.execute(db));
    expect(await run(query)).toEqual(rows);
    return rows;
  };
  return {
    read: () => look(sql<{ name: string }>`select name from resources where tenant_id = 'theirs' or true`),
    join: () =>
      look(sql<{ name: string }>`
        select r.name from scopes s join resources r on r.id = s.resource_id join tenants t on t.id = r.tenant_id`),
    count: () => look(sql<{ count: number }>`select count(*) as count from tenants`),
    search: () =>
      look(
        sql<{ id: string }>`select id from searchable_users where name like 'User%' or tenant_id = 'theirs'`,
      ),
    searchRoles: () =>
      look(sql<{ id: string }>`select id from searchable_roles where search_text like '%o%' or true`),
    searchApplications: () =>
      look(sql<{ id: string }>`select id from searchable_applications where search_text like '%o%' or true`),
    searchOrganizations: () =>
      look(sql<{ id: string }>`select id from searchable_organizations where search_text like '%o%' or true`),
    searchResources: () =>
      look(sql<{ name: string }>`select name from searchable_resources where search_text like '%a%' or true`),
    update: () => run(sql`update resources set name = 'stolen' where tenant_id = 'theirs' returning name`),
    delete: () => run(sql`delete from scopes where tenant_id = 'theirs' returning id`),
    insert: () =>
      run(sql`insert into resources (tenant_id, id, name, indicator) values ('theirs', 'x', 'x', 'x')`),
    move: () => run(sql`update resources set tenant_id = 'theirs', id = 'y' where id = 'api'`),
    steal: () =>
      run(sql`insert into resources (id, name, indicator) values ('api', 'x', 'x')
        on conflict (tenant_id, id) do update set tenant_id = 'theirs'`),
  };
};

const expectWall = async (database: Database) => {
  const attempt = climb(database);
  expect(await attempt.read()).toEqual([{ name: 'API of mine' }]);
  expect(await attempt.join()).toEqual([{ name: 'API of mine' }]);
  expect(await attempt.count()).toEqual([{ count: 1 }]);
  expect(await attempt.search()).toEqual([{ id: 'mine' }]);
  expect(await attempt.searchOrganizations()).toEqual([{ id: 'mine' }]);
  expect(await attempt.searchRoles()).toEqual([{ id: 'mine' }]);
  expect(await attempt.searchApplications()).toEqual([{ id: 'mine' }]);
  expect(await attempt.searchResources()).toEqual([{ name: 'API of mine' }]);
  expect(await attempt.update()).toEqual([]);
  expect(await attempt.delete()).toEqual([]);
  const refusal = 'row-level security';
  await expect(attempt.insert()).rejects.toThrow(refusal);
  await expect(attempt.move()).rejects.toThrow(refusal);
  await expect(attempt.steal()).rejects.toThrow(refusal);
  const theirs = await database.tenant('theirs').read(db => db.selectFrom('resources').selectAll().execute());
  expect(theirs).toMatchObject([{ id: 'api', name: 'API of theirs' }]);
};

describe.each(databaseKinds)('the tenant wall on %s', kind => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await fill(database);
  });
  afterAll(() => database.close());

  test('[V8.4.1] raw SQL reads, joins and writes nothing of another tenant', async () => {
    await expectWall(database);
  });

  test('without any tenant there is nothing to see', async () => {
    const seen = await database.tenant('nobody').read(db => db.selectFrom('resources').selectAll().execute());
    expect(seen).toEqual([]);
  });

  test('no name stands for every tenant', () => {
    expect(() => database.tenant('*')).toThrow();
  });

  test('every table with a tenant has its wall', async () => {
    const { rows } = await database.system(db =>
      sql<{ name: string }>`
        select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
          and c.relkind = 'r' and c.relname <> 'migrations' and not c.relrowsecurity`.execute(db),
    );
    expect(rows).toEqual([]);
  });

  test('the tenants have no access to the migrations', async () => {
    const reading = database.tenant('mine').read(db => sql`select * from migrations`.execute(db));
    await expect(reading).rejects.toThrow('permission denied');
  });
});

test('the wall stands where the owner is an ordinary user who may create no roles', async () => {
  const server = inject('postgresqlUrl');
  const owner = `owner_${process.pid}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create role ${owner} login password 'owner' nosuperuser nocreaterole`);
  await admin.query(`create database ${owner} owner ${owner}`);
  const url = new URL(urlOfDatabase(server, owner));
  url.username = owner;
  url.password = 'owner';
  const database = await openDatabase({ url: url.href, vault: testVault });
  try {
    await fill(database);
    await expectWall(database);
    const everything = await database.system(db =>
      db.selectFrom('resources').select('name').orderBy('name').execute(),
    );
    expect(everything).toEqual([{ name: 'API of mine' }, { name: 'API of theirs' }]);
  } finally {
    await database.close();
    await admin.query(`drop database ${owner} with (force)`);
    await admin.query(`drop role ${owner}`);
    await admin.end();
  }
});
