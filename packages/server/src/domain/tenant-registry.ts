import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { Database } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { createCache } from './cache.ts';
import { createTenant, type Tenant } from './tenant.ts';

export type Tenants = ReturnType<typeof createTenants>;

/** Finds tenants by id or by the host of a request, and keeps what is cached of each up to date. */
export const createTenants = ({
  database,
  vault,
  endpointOf,
}: {
  database: Database;
  vault: Vault;
  endpointOf(tenantId: string): string;
}) => {
  const loaded = new Map<string, Tenant>();
  const tenants = createCache<Tenant | undefined>(async id => {
    const row = await database.system(db =>
      db.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst(),
    );
    if (!row) return undefined;
    const tenant = createTenant(row.id, endpointOf(row.id), { database, vault });
    loaded.set(row.id, tenant);
    return tenant;
  }, 5000);
  const forget = (tenantId: string) => {
    loaded.delete(tenantId);
    tenants.forget(tenantId);
  };
  const stopListening = database.onInvalidate((tenantId, topic) => {
    // It may have been deleted.
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
    endpointOf,
    /** Whoever asks next gets it anew from the database. */
    forget,
    /** How history names a caller. People who manage tenants are users of the admin tenant. */
    async nameOf(tenant: Tenant, caller: { kind: string; id: string }) {
      if (caller.kind === 'application') return (await tenant.cached.client(caller.id))?.name;
      const { database: people } = await admin();
      const user = await people.read(db =>
        db
          .selectFrom('users')
          .select(['name', 'username', 'primaryEmail'])
          .where('id', '=', caller.id)
          .executeTakeFirst(),
      );
      return user?.name ?? user?.username ?? user?.primaryEmail ?? undefined;
    },
    close: stopListening,
  };
};
