import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { firstHash, type StoredChange, storedColumns } from './links.ts';

type LinkedChange = StoredChange & { sequence: number; hash: string };

/** A place in the chain with its hash. */
export type Place = { sequence: number; hash: string };

export type Chain = Place & { removedSequence: number; removedHash: string };

const defaultCount = 1000;

/** A change holds whole rows before and after, of several megabytes perhaps: so many bytes are in memory at a time. */
const maximumBytes = 8_000_000;

type Part = { tenantId: string; after: number; count: number };

/**
 * The last of the linked changes that fit into memory together, at least one, and whether it is the size that ends them.
 * Goes from change to change, so that the size of none is computed that is not read then.
 */
export const lastFitting = async (db: Kysely<Tables>, { tenantId, after, count }: Part) => {
  const next = (sequence: ReturnType<typeof sql>) => sql`
    select sequence, octet_length(entries::text)::bigint as size from changes
    where tenant_id = ${tenantId} and sequence > ${sequence} order by sequence limit 1`;
  const { rows } = await sql<{ sequence: number; isCut: boolean }>`
    with recursive fitting as (
      (select sequence, size, 1 as count from (${next(sql`${after}::bigint`)}) first)
      union all
      select following.sequence, fitting.size + following.size, fitting.count + 1 from fitting
      cross join lateral (${next(sql`fitting.sequence`)}) following
      where fitting.count < ${count} and fitting.size < ${maximumBytes}
    )
    select sequence, size >= ${maximumBytes} as "isCut" from fitting order by sequence desc limit 1`.execute(
    db,
  );
  return rows[0];
};

/** The next changes of a chain; none at its end. */
export const readAfter = (database: Database, tenantId: string, after: number, count = defaultCount) =>
  database.system(async db => {
    const last = await lastFitting(db, { tenantId, after, count });
    if (!last) return [];
    const { rows } = await sql<LinkedChange>`
      select ${storedColumns}, sequence, hash from changes
      where tenant_id = ${tenantId} and sequence > ${after} and sequence <= ${last.sequence}
      order by sequence`.execute(db);
    return rows;
  });

export const readChain = (database: Database, tenantId: string): Promise<Chain> =>
  database.system(async db => {
    const chain = await db
      .selectFrom('changeChains')
      .select(['sequence', 'hash', 'removedSequence', 'removedHash'])
      .where('tenantId', '=', tenantId)
      .executeTakeFirst();
    return chain ?? { sequence: 0, hash: firstHash, removedSequence: 0, removedHash: firstHash };
  });
