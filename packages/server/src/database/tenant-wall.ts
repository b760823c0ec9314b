import type { ClientBase, Pool } from 'pg';
import { withClient } from './pool.ts';
import { changeSchema } from './schema-changes.ts';

/** The role of every tenant transaction: it owns nothing, so row-level security binds it always. */
export const tenantRole = 'gatehouse_tenant';

/** The value of `app.tenant` in a transaction across tenants. */
export const everyTenant = '*';

/** A table on which the wall, or what the tenants' role may do, is not as it should be. */
type Gap = { table: string; repairs: string[] };

/**
 * Raises the wall on every table that has a tenant, so that no migration can forget one, and changes only what differs:
 * each change needs a table for itself, which others are using.
 * Without the right to create roles the owner itself is bound by the forced policies, and only its own
 * transactions across tenants (`app.tenant` is `*`) see everything; `doctor` tells how to do better. With the role
 * nothing is forced: the views that search are read with the rights of the owner.
 */
export const raiseTenantWall = async (client: ClientBase, hasRole: boolean) => {
  for (const { table } of await findGaps(client, hasRole))
    await changeSchema(client, `the tenant wall of ${table}`, async () => {
      // Another process may have been faster.
      const [gap] = await findGaps(client, hasRole, table);
      if (gap) await client.query(gap.repairs.join(';'));
    });
};

/**
 * Raises the wall on the tables of a migration, in its transaction: the version before keeps running
 * meanwhile, and triggers may write to them at once.
 */
export const wallNewTables = async (client: ClientBase, hasRole: boolean) => {
  for (const { repairs } of await findGaps(client, hasRole)) await client.query(repairs.join(';'));
};

/** The tables on which the wall does not stand. */
export const findWallGaps = (pool: Pool) =>
  withClient(pool, async client => {
    const gaps = await findGaps(client, await canTakeRole(client));
    return gaps.map(({ table }) => table);
  });

/** Whether tenant transactions can switch to the role that owns nothing. */
export const hasTenantRole = (pool: Pool) => withClient(pool, canTakeRole);

/** Whether tenant transactions can switch to the role that owns nothing, which is created if that is allowed. */
export const ensureTenantRole = async (client: ClientBase) => {
  if (await canTakeRole(client)) return true;
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [tenantRole]);
  if (!rowCount) await attempt(client, `create role ${tenantRole} nologin`);
  if (await canTakeRole(client)) return true;
  await attempt(client, `grant ${tenantRole} to current_user`);
  return canTakeRole(client);
};

/** In a transaction, which a pooler keeps together. */
const canTakeRole = (client: ClientBase) => attempt(client, `begin; set local role ${tenantRole}; commit`);

/** Roles belong to the whole server: another database may have made it meanwhile, or we may not be allowed to. */
const attempt = async (client: ClientBase, sql: string) => {
  try {
    await client.query(sql);
    return true;
  } catch {
    await client.query('rollback');
    return false;
  }
};

const findGaps = async (client: ClientBase, hasRole: boolean, table?: string): Promise<Gap[]> => {
  const { rows } = await client.query<Gap>(gapsQuery(hasRole), [table]);
  return rows;
};

const gapsQuery = (hasRole: boolean) => `
  select "table", repairs from (
    select c.relname as "table", array_remove(array[
      case when walled and not c.relrowsecurity
        then format('alter table %I enable row level security', c.relname) end,
      case when walled and c.relforcerowsecurity <> ${!hasRole}
        then format('alter table %I ${hasRole ? 'no force' : 'force'} row level security', c.relname) end,
      case when walled and not ${hasPolicy('one_tenant')}
        then format('create policy one_tenant on %I using (%I = current_setting(''app.tenant'', true))', c.relname, tenant) end,
      case when walled and not ${hasPolicy('every_tenant')}
        then format('create policy every_tenant on %I to current_user using (current_setting(''app.tenant'', true) = ''${everyTenant}'')', c.relname) end
      ${hasRole ? `, ${grants}` : ''}
    ], null) as repairs
    from pg_class c
    cross join lateral (select
      case c.relname when 'tenants' then 'id' else 'tenant_id' end as tenant,
      c.relkind = 'r' and (c.relname = 'tenants' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')) as walled) as kind
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v', 'S')
  ) as tables
  where cardinality(repairs) > 0 and ($1::text is null or "table" = $1)
  order by "table"`;

const hasPolicy = (name: string) =>
  `exists (select from pg_policy p where p.polrelid = c.oid and p.polname = '${name}')`;

/** The tenants' role reads and writes all tables and views but the migrations, and takes numbers from sequences. */
const grants = `
      case when not has_schema_privilege('${tenantRole}', current_schema(), 'usage')
        then format('grant usage on schema %I to ${tenantRole}', current_schema()) end,
      case when c.relkind = 'S' and not has_sequence_privilege('${tenantRole}', c.oid, 'usage')
        then format('grant usage on sequence %I to ${tenantRole}', c.relname) end,
      case when c.relkind <> 'S' and c.relname <> 'migrations' and not (
          has_table_privilege('${tenantRole}', c.oid, 'select') and has_table_privilege('${tenantRole}', c.oid, 'insert')
          and has_table_privilege('${tenantRole}', c.oid, 'update') and has_table_privilege('${tenantRole}', c.oid, 'delete'))
        then format('grant select, insert, update, delete on %I to ${tenantRole}', c.relname) end`;
