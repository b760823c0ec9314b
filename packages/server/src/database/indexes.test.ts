import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDatabase } from './testing/fill.ts';
import { openTestDatabase, type TestDatabase } from './testing/open.ts';
import { createTenants } from './testing/tenants.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('postgresql');
  await createTenants(database, 'default');
  await fillDatabase(database.options.url, [
    `
      insert into organizations (tenant_id, id, name, created_at)
      select 'default', 'o' || i, 'Company ' || md5(i::text), now() - i * interval '1 minute'
      from generate_series(1, 20000) i`,
    `
      insert into resources (tenant_id, id, name, indicator)
      select 'default', 'a' || i, 'API ' || i, 'https://' || md5(i::text) || '.example'
      from generate_series(1, 5000) i`,
    `
      insert into changes (tenant_id, id, actor, via, request_id, object_kind, object_id, entries, reverts)
      select 'default', 'c' || i, jsonb_build_object('kind', 'user', 'id', 'u' || i % 500), '{}', 'r', 'role', 'x', '[]',
        case when i % 50 = 0 then 'c' || i - 1 end
      from generate_series(1, 20000) i`,
    `
      insert into logs (tenant_id, id, key, payload)
      select 'default', 'l' || i, 'Interaction.End',
        jsonb_build_object('result', case when i % 1000 = 0 then 'Error' else 'Success' end,
          'sessionId', 's' || i / 4, 'userId', 'u' || i % 500, 'applicationId', 'a' || i % 100,
          'hookId', case when i % 20 = 0 then 'h' || i % 500 end)
      from generate_series(1, 20000) i`,
    `
      insert into users (tenant_id, id, is_suspended)
      select 'default', 'u' || i, i % 1000 = 0 from generate_series(1, 20000) i`,
    `
      insert into roles (tenant_id, id, name, description) values ('default', 'r1', 'All', ''), ('default', 'r2', 'None', '')`,
    `
      insert into users_roles (tenant_id, role_id, user_id) select 'default', 'r1', id from users`,
    `analyze organizations, resources, changes, logs, sign_ins, users, users_roles`,
  ]);
});
afterAll(() => database.close());

/** The plan that PostgreSQL chooses with row-level security applied. */
const planOf = (query: RawBuilder<unknown>) =>
  database.tenant('default').read(async db => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db);
    return rows.map(row => row['QUERY PLAN']).join('\n');
  });

test('a search for organizations reads the index of their names', async () => {
  const plan = await planOf(sql`
    select * from organizations where id = any(array(
      select id from searchable_organizations where search_text ilike '%3f09b%'))
    order by created_at desc, id limit 20`);
  expect(plan).toContain('organizations_search');
  expect(plan).not.toContain('Seq Scan');
});

test('a search for APIs reads the index of their names and identifiers', async () => {
  const plan = await planOf(sql`
    select * from resources where id = any(array(
      select id from searchable_resources where search_text ilike '%3f09b%'))
    order by created_at, id limit 20`);
  expect(plan).toContain('resources_search');
  expect(plan).not.toContain('Seq Scan');
});

test('changes are found by who made them, and by what undid them', async () => {
  const byActor = await planOf(sql`
    select * from changes where actor_id = 'u7' order by created_at desc, id limit 20`);
  expect(byActor).toContain('changes_by_actor');
  expect(await planOf(sql`select id from changes where reverts = 'c49'`)).toContain('changes_by_reverted');
});

test('failures are found among many entries of the log', async () => {
  const plan = await planOf(sql`
    select * from logs where result = 'Error' order by created_at desc, id limit 20`);
  expect(plan).toContain('logs_by_result');
});

test('requests to a webhook are found among many entries of the log', async () => {
  const plan = await planOf(sql`
    select * from logs where hook_id = 'h20' order by created_at desc, id limit 20`);
  expect(plan).toContain('logs_by_hook');
});

test('sign-ins are found by age, outcome, user and application, and their steps without reading the log', async () => {
  const list = (filter: RawBuilder<unknown>) =>
    planOf(sql`select * from sign_ins where ${filter} order by started_at desc, id desc limit 20`);
  expect(await list(sql`true`)).toContain('sign_ins_by_age');
  expect(await list(sql`outcome = 'Error'`)).toContain('sign_ins_by_outcome');
  expect(await list(sql`user_id = 'u7'`)).toContain('sign_ins_by_user');
  expect(await list(sql`application_id = 'a7'`)).toContain('sign_ins_by_application');
  const steps = await planOf(sql`
    select step.id from unnest(array['s7', 's8']) wanted (id) cross join lateral (
      select id from logs where sign_in_id = wanted.id and key not like 'TriggerHook.%'
      order by created_at desc limit 100) step`);
  expect(steps).toContain('logs_by_sign_in');
});

test('lists by name are read in the order of an index', async () => {
  const users = await planOf(sql`
    select * from users
    order by lower(coalesce(nullif(name, ''), username, primary_email, primary_phone, id)) desc, id limit 20`);
  expect(users).toContain('users_by_name');
  const organizations = await planOf(sql`select * from organizations order by lower(name) asc, id limit 20`);
  expect(organizations).toContain('organizations_by_name');
  const oldest = await planOf(sql`select * from organizations order by created_at asc, id limit 20`);
  expect(oldest).toContain('organizations_by_age');
});

test('the first holders of a role are read without the others', async () => {
  const plan = await planOf(sql`
    select array(select user_id from users_roles where role_id = owner.id order by user_id limit 3)
    from unnest(array['r1', 'r2']) owner (id)`);
  expect(plan).toContain('users_roles_by_role');
  expect(plan).not.toContain('Sort');
});

test('suspended users are found among many', async () => {
  const plan = await planOf(sql`
    select id, created_at from searchable_users
    where is_suspended limit 1001`);
  expect(plan).toContain('users_suspended');
});
