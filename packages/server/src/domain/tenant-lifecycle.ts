import { adminTenantId, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { generateTenantId } from '@gatehouse/contract/ids.ts';
import { maximumFreeTenants } from '@gatehouse/contract/plans.ts';
import type { RegionName } from '@gatehouse/contract/regions.ts';
import { reservedSegments } from '@gatehouse/contract/reserved-segments.ts';
import {
  hasRoomForFreeTenant,
  newTenant,
  type TenantTag,
  tenantNameOf,
} from '@gatehouse/contract/tenants.ts';
import { type Kysely, sql } from 'kysely';
import type { Database, Origin } from '../database/database.ts';
import { invalidationChannel } from '../database/invalidation.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from './request-error.ts';
import { addMember } from './tenant-members.ts';
import { administratorRoleId, resourceIdOf, seedTenant } from './tenants.ts';

type TenantWish = {
  /** Set aside before; making the same tenant twice makes it once. */
  id?: string;
  name?: string | undefined;
  regionName?: RegionName | undefined;
  tag?: TenantTag | undefined;
};

type Means = { database: Database; vault: Vault; audienceOf(tenantId: string): string };

/** Makes a tenant with all that it needs; whoever made it is its administrator. */
export const createTenantFor = async (
  userId: string,
  { id = freshTenantId(), name, tag = newTenant.tag, regionName = newTenant.regionName }: TenantWish,
  planId: string,
  origin: Origin,
  { database, vault, audienceOf }: Means,
): Promise<string> => {
  await seedTenant(database, vault, {
    id,
    name: name?.trim() || tenantNameOf(id),
    audience: audienceOf(id),
    tag,
    planId,
    regionName,
  });
  await database.tenant(adminTenantId).write(origin, tx => addMember(tx, id, userId, 'admin'));
  return id;
};

/** Everything in it, and what the admin tenant holds for it. */
export const deleteTenant = async (
  id: string,
  origin: Origin,
  { database, audienceOf }: Omit<Means, 'vault'>,
) => {
  await database.tenant(adminTenantId).write(origin, async tx => {
    await tx.db.deleteFrom('organizations').where('id', '=', tenantOrganizationId(id)).execute();
    await tx.db.deleteFrom('roles').where('id', '=', administratorRoleId(id)).execute();
    await tx.db
      .deleteFrom('resources')
      .where('id', '=', resourceIdOf(audienceOf(id)))
      .execute();
    tx.invalidate('members');
    tx.invalidate('resources');
  });
  await database.system(async db => {
    await db.deleteFrom('tenants').where('id', '=', id).execute();
    await tellTenantChanged(db, id);
  });
  database.forget(id, 'tenant');
};

/** What processes keep of the tenant is old now. */
export const tellTenantChanged = (db: Kysely<Tables>, id: string) =>
  sql`select pg_notify(${invalidationChannel}, ${`${id}:tenant`})`.execute(db);

/** An account can have a number of tenants for nothing. */
export const requireRoomForFreeTenant = async (database: Database, tenantIds: readonly string[]) => {
  const own = await database.system(db =>
    db
      .selectFrom('tenants')
      .select(['id', 'planId'])
      .where('id', 'in', ['', ...tenantIds])
      .execute(),
  );
  if (!hasRoomForFreeTenant(own)) {
    throw new RequestError('subscription.free_tenants_exceeded', { data: { maximum: maximumFreeTenants } });
  }
};

const reserved = new Set<string>(reservedSegments);

export const freshTenantId = (): string => {
  const id = generateTenantId();
  return reserved.has(id) ? freshTenantId() : id;
};
