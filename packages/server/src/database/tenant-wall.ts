import type { ClientBase, Pool } from 'pg';

/** The role of every tenant transaction: it owns nothing, so row-level security binds it always. */
export const tenantRole = 'gatehouse_tenant';

/** What `app.tenant` says in a transaction across tenants. */
export const everyTenant = '*';

/**
 * Raises the wall on every table that has a tenant, so that no migration can forget one.
 * Without the right to create roles the owner itself is bound by the forced policies, and only its own
 * transactions across tenants (`app.tenant` is `*`) see everything; `doctor` tells how to do better. With the role
 * nothing is forced: the views that search are read with the rights of the owner.
 */
export const raiseTenantWall = async (client: ClientBase) => {
  const hasRole = await ensureTenantRole(client);
  await client.query(raiseWallQuery(hasRole));
  if (!hasRole) return;
  await client.query(`
    do $$ begin
      execute format('grant usage on schema %I to ${tenantRole}', current_schema());
      execute format('grant select, insert, update, delete on all tables in schema %I to ${tenantRole}', current_schema());
      execute format('grant usage on all sequences in schema %I to ${tenantRole}', current_schema());
      revoke all on migrations from ${tenantRole};
    end $$`);
};

/** Whether tenant transactions can take the role that owns nothing. */
export const hasTenantRole = async (pool: Pool) => {
  const client = await pool.connect();
  try {
    return await canTakeRole(client);
  } finally {
    client.release();
  }
};

const ensureTenantRole = async (client: ClientBase) => {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [tenantRole]);
  if (!rowCount) await attempt(client, `create role ${tenantRole} nologin`);
  if (await canTakeRole(client)) return true;
  await attempt(client, `grant ${tenantRole} to current_user`);
  return canTakeRole(client);
};

const canTakeRole = (client: ClientBase) => attempt(client, `set role ${tenantRole}; reset role`);

/** Roles belong to the whole server: another database may have made it meanwhile, or we may not be allowed to. */
const attempt = async (client: ClientBase, sql: string) => {
  try {
    await client.query(sql);
    return true;
  } catch {
    return false;
  }
};

const raiseWallQuery = (hasRole: boolean) => `
  do $$
  declare wall record;
  begin
    for wall in
      select c.relname as name, case c.relname when 'tenants' then 'id' else 'tenant_id' end as tenant,
        c.relrowsecurity as stands
      from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
        and (c.relname = 'tenants' or exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'))
    loop
      execute format('alter table %I ${hasRole ? 'no force' : 'force'} row level security', wall.name);
      continue when wall.stands;
      execute format('alter table %I enable row level security', wall.name);
      execute format('create policy one_tenant on %I using (%I = current_setting(''app.tenant'', true))', wall.name, wall.tenant);
      execute format('create policy every_tenant on %I to current_user using (current_setting(''app.tenant'', true) = ''${everyTenant}'')', wall.name);
    end loop;
  end $$`;
