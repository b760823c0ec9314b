import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { verifiedStatuses } from '@gatehouse/contract/domains.ts';
import { sql } from 'kysely';
import { createCache, longLifeMs } from './cache.ts';
import { createTenant, type Tenant, type TenantDependencies, tenantAt } from './tenant.ts';

export type Tenants = ReturnType<typeof createTenants>;

/** Finds tenants by id or by the host of a request, and keeps what is cached of each up to date. */
export const createTenants = (dependencies: TenantDependencies) => {
  const { database, endpointOf, endpointAt } = dependencies;
  const loaded = new Map<string, Tenant>();
  const tenants = createCache<Tenant | undefined>(
    async id => {
      const row = await database.system(db =>
        db.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst(),
      );
      if (!row) {
        loaded.delete(id);
        return undefined;
      }
      // Of two loads at once one may have begun before the other was forgotten: all get the one that hears of changes.
      const tenant = loaded.get(row.id) ?? createTenant(row.id, dependencies);
      loaded.set(row.id, tenant);
      return tenant;
    },
    5000,
    longLifeMs,
  );
  /** Tenants by custom domain. `null` is cached too, because every request to an unknown host would query again. */
  const owners = createCache<string | null>(async domain => {
    const row = await database.system(db =>
      db
        .selectFrom('domains')
        .select('tenantId')
        .where(sql`lower(domain)`, '=', domain)
        .where('applicationId', 'is', null)
        .where('status', 'in', verifiedStatuses)
        .executeTakeFirst(),
    );
    return row?.tenantId ?? null;
  });
  const views = new WeakMap<Tenant, Map<string, Tenant>>();
  const forget = (tenantId: string) => {
    loaded.delete(tenantId);
    tenants.forget(tenantId);
  };
  const stopListening = database.onInvalidate((tenantId, topic) => {
    // It may have been deleted.
    if (topic === 'tenant' || topic === 'domains' || topic === '*') owners.clear();
    if (topic === 'tenant') return forget(tenantId);
    for (const tenant of tenantId === '*' ? loaded.values() : [loaded.get(tenantId)])
      tenant?.cached.invalidate(topic);
  });

  const get = (id: string) => tenants.get(id);
  const admin = async () => {
    const tenant = await get(adminTenantId);
    if (!tenant) throw new Error('The admin tenant is missing: the database was not seeded.');
    return tenant;
  };
  return {
    get,
    admin,
    /** The tenant whose verified domain this is, at that address. */
    async atDomain(domain: string) {
      const tenant = await get((await owners.get(domain)) ?? '');
      if (!tenant) return undefined;
      const known = views.get(tenant) ?? new Map<string, Tenant>();
      views.set(tenant, known);
      const view = known.get(domain) ?? tenantAt(tenant, endpointAt(domain));
      known.set(domain, view);
      return view;
    },
    endpointOf,
    /** The next caller loads it from the database again. */
    forget,
    /** Returns the name of a caller in the history. Users who manage tenants belong to the admin tenant. */
    async nameOf(tenant: Tenant, caller: { kind: string; id: string }) {
      if (caller.kind === 'application') return (await tenant.cached.client(caller.id))?.name;
      return (await (await admin()).cached.person(caller.id))?.name;
    },
    close: stopListening,
  };
};
