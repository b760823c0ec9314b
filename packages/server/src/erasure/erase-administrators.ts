import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { sql } from 'kysely';
import { sealUnlinkedOf } from '../database/chain/link.ts';
import type { Database } from '../database/database.ts';
import { invalidationChannel } from '../database/invalidation.ts';
import { systemOrigin } from '../domain/origins.ts';

/** Administrators act in every tenant, and the history of each names them. */
export const eraseAdministrators = async (database: Database, erasedSince: string) => {
  const { rows } = await database.system(db =>
    sql<{ userId: string }>`
      select subject as "userId" from person_keys
      where tenant_id = ${adminTenantId} and subject not like '~%' and erased_at >= ${erasedSince}`.execute(
      db,
    ),
  );
  for (const { userId } of rows) await eraseEverywhere(database, userId);
};

const eraseEverywhere = async (database: Database, userId: string) => {
  const actsIn = await database.system(db =>
    sql<{ tenantId: string }>`
      select id as "tenantId" from tenants where exists (
        select from changes where tenant_id = tenants.id and actor_id = ${userId})`.execute(db),
  );
  for (const { tenantId } of actsIn.rows)
    await database
      .tenant(tenantId)
      .write(systemOrigin('erasures'), tx => sealUnlinkedOf(tx, tenantId, { userId, identifiers: [] }));
  const { rows } = await database.system(db =>
    sql<{ tenantId: string }>`
      with gone as (
        update person_keys set key = null, erased_at = now()
        where subject = ${userId} and key is not null returning tenant_id)
      select tenant_id as "tenantId", pg_notify(${invalidationChannel}, tenant_id || ':person-keys')
      from gone`.execute(db),
  );
  for (const { tenantId } of rows) database.forget(tenantId, 'person-keys');
};
