import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { lockChain } from './link.ts';

/** Large enough to be done soon, small enough that the linker is not kept waiting. */
const defaultBatchSize = 5000;

type Retention = { before: number; batchSize?: number };

/**
 * Removes the changes that are older than a time, from the beginning of each chain. The place and hash of the last one stay,
 * so that the rest can still be verified. What is not linked yet is linked first, by the linker.
 */
export const removeOldChanges = async (
  database: Database,
  { before, batchSize = defaultBatchSize }: Retention,
) => {
  for (const tenantId of await tenantsWithOldChanges(database, before)) {
    let removed = batchSize;
    while (removed === batchSize)
      removed = await database.system(db => removeBatch(db, tenantId, { before, batchSize }));
  }
};

const tenantsWithOldChanges = async (database: Database, before: number) => {
  const { rows } = await database.system(db =>
    sql<{ tenantId: string }>`
      select tenant_id as "tenantId" from change_chains where exists (
        select from changes where changes.tenant_id = change_chains.tenant_id
          and changes.sequence = change_chains.removed_sequence + 1
          and changes.created_at < ${new Date(before)})`.execute(db),
  );
  return rows.map(({ tenantId }) => tenantId);
};

const removeBatch = async (
  db: Kysely<Tables>,
  tenantId: string,
  { before, batchSize }: Required<Retention>,
) => {
  if (!(await lockChain(db, tenantId, { isPatient: true }))) return 0;
  const { rows } = await sql<{ count: number }>`
    with oldest as (
      select sequence, hash, created_at from changes
      where tenant_id = ${tenantId} and sequence > (
        select removed_sequence from change_chains where tenant_id = ${tenantId})
      order by sequence limit ${batchSize}
    ), doomed as (
      select * from oldest where sequence < coalesce(
        (select min(sequence) from oldest where created_at >= ${new Date(before)}), ${Number.MAX_SAFE_INTEGER})
    ), last as (
      select * from doomed order by sequence desc limit 1
    ), noted as (
      update change_chains set removed_sequence = last.sequence, removed_hash = last.hash, removed_at = last.created_at
      from last where tenant_id = ${tenantId}
    ), removed as (
      delete from changes where tenant_id = ${tenantId} and sequence <= (select sequence from last) returning 1
    )
    select count(*)::int as count from removed`.execute(db);
  return rows[0]?.count ?? 0;
};
