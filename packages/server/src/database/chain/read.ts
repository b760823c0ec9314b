import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { firstHash, type StoredChange, storedColumns } from './links.ts';

type LinkedChange = StoredChange & { sequence: number; hash: string };

/** A place in the chain with its hash. */
export type Place = { sequence: number; hash: string };

export type Chain = Place & { removedSequence: number; removedHash: string };

export const batchSize = 1000;

export const readAfter = (database: Database, tenantId: string, sequence: number, limit = batchSize) =>
  database.system(async db => {
    const { rows } = await sql<LinkedChange>`
      select ${storedColumns}, sequence, hash from changes
      where tenant_id = ${tenantId} and sequence > ${sequence} order by sequence limit ${limit}`.execute(db);
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
