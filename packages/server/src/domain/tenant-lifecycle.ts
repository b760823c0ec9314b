import type { CacheTopic } from '@gatehouse/contract/define-entity.ts';
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

import { oneAtATime } from '../database/statement-settings.ts';
import type { Tables } from '../database/tables.ts';

import type { Vault } from '../database/vault.ts';
import { RequestError } from '../request-error.ts';
import { addMember } from './tenant-members.ts';
import {
  administratorRoleId,
  organizationRoleId,
  resourceIdOf,
  seedBuiltInEmail,
  seedTenant,
} from './tenants.ts';

type TenantWish = {
  /** Set aside before; making the same tenant twice makes it once. */
  id?: string;
  name?: string | undefined;
  regionName?: RegionName | undefined;
  tag?: TenantTag | undefined;
};

type Dependencies = { database: Database; vault: Vault; audienceOf(tenantId: string): string };

/** Creates a tenant with everything it needs. The creator becomes its administrator. */
export const createTenantFor = async (
  userId: string,
  { id = freshTenantId(), name, tag = newTenant.tag, regionName = newTenant.regionName }: TenantWish,
  planId: string,
  origin: Origin,
  { database, vault, audienceOf }: Dependencies,
): Promise<string> => {
  await seedTenant(database, vault, {
    id,
    name: name?.trim() || tenantNameOf(id),
    audience: audienceOf(id),
    tag,
    planId,
    regionName,
  });
  await seedBuiltInEmail(database, id);
  await database.tenant(adminTenantId).write(origin, tx => addMember(tx, id, userId, 'admin'));
  return id;
};

/**
 * Deletes the tenant and its rows in the admin tenant together: concurrent users find that the tenant is gone, not that
 * access is denied. Returns what is paid until the end of the period.
 */
export const deleteTenant = async (id: string, { database, audienceOf }: DeletionDependencies) => {
  const paid = await database.system(db => deleteTenantRows(db, id, audienceOf));
  forgetTenant(database, id);
  return paid;
};

type DeletionDependencies = Pick<Dependencies, 'database' | 'audienceOf'>;

export const deleteTenantRows = async (
  db: Kysely<Tables>,
  id: string,
  audienceOf: Dependencies['audienceOf'],
) => {
  await db
    .deleteFrom('organizationRoles')
    .where('tenantId', '=', adminTenantId)
    .where('id', 'in', eb =>
      eb
        .selectFrom('memberRoles')
        .select('organizationRoleId')
        .where('memberRoles.tenantId', '=', adminTenantId)
        .where('organizationId', '=', tenantOrganizationId(id)),
    )
    .execute();
  const own = {
    organizations: tenantOrganizationId(id),
    roles: administratorRoleId(id),
    resources: resourceIdOf(audienceOf(id)),
  };
  for (const [table, rowId] of Object.entries(own) as [keyof typeof own, string][])
    await db.deleteFrom(table).where('tenantId', '=', adminTenantId).where('id', '=', rowId).execute();
  // A payment that comes at the same moment is either part of this, or finds the tenant gone.
  await db.selectFrom('tenants').select('id').where('id', '=', id).forUpdate().execute();
  const paid = await db.selectFrom('subscriptions').selectAll().where('tenantId', '=', id).executeTakeFirst();
  await db.deleteFrom('tenants').where('id', '=', id).execute();
  await tellChanged(db, id, 'tenant');
  for (const topic of adminTopics) await tellChanged(db, adminTenantId, topic);
  return paid;
};

export const forgetTenant = (database: Database, id: string) => {
  database.forget(id, 'tenant');
  for (const topic of adminTopics) database.forget(adminTenantId, topic);
};

/** Topics of the admin tenant that depend on the tenants' members and APIs. */
const adminTopics = ['members', 'resources'] as const;

/** Invalidates what processes have cached about the tenant. */
export const tellTenantChanged = (db: Kysely<Tables>, id: string) => tellChanged(db, id, 'tenant');

const tellChanged = (db: Kysely<Tables>, tenantId: string, topic: CacheTopic) =>
  sql`select pg_notify(${invalidationChannel}, ${`${tenantId}:${topic}`})`.execute(db);

/** An account can have a number of tenants for nothing. Asked before the work. */
export const requireRoomForFreeTenant = async (database: Database, userId: string) => {
  const own = await database.system(db => listOwn(db, userId));
  if (!hasRoomForFreeTenant(own)) throw tooManyFree();
};

/** Gives a new free tenant up when others came in the same moment and there are too many. One account at a time. */
export const keepFreeTenant = async (
  database: Database,
  userId: string,
  id: string,
  giveUp: (db: Kysely<Tables>) => Promise<unknown>,
) => {
  const isKept = await database.system(async db => {
    const own = await oneAtATime(`free-tenants:${userId}`, () => listOwn(db, userId));
    if (hasRoomForFreeTenant(own.filter(tenant => tenant.id !== id))) return true;
    await giveUp(db);
    return false;
  });
  if (isKept) return;
  forgetTenant(database, id);
  throw tooManyFree();
};

const tooManyFree = () =>
  new RequestError('subscription.free_tenants_exceeded', { data: { maximum: maximumFreeTenants } });

/** The tenants that a user administers. Across the walls between tenants, in one statement. */
const listOwn = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('tenants')
    .innerJoin('organizationUserRoles as held', join =>
      join
        .on('held.tenantId', '=', adminTenantId)
        .on(eb => eb('held.organizationId', '=', sql<string>`${tenantOrganizationId('')} || tenants.id`)),
    )
    .select(['tenants.id', 'tenants.planId'])
    .where('held.userId', '=', userId)
    .where('held.organizationRoleId', '=', organizationRoleId('admin'))
    .execute();

const reserved = new Set<string>(reservedSegments);

export const freshTenantId = (): string => {
  const id = generateTenantId();
  return reserved.has(id) ? freshTenantId() : id;
};
