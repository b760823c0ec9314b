import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { digestOf, hashOf } from './links.ts';
import { type Chain, type Place, readAfter } from './read.ts';

/** The kind of tampering, as far as the rest of the chain shows it. */
export type BreakKind = 'edited' | 'missing' | 'inserted' | 'reordered';

type Broken = { tenantId: string; chain: Chain; end: Place };

/**
 * Why a change does not follow the one before it. If another one further on has the hash that belongs here, changes have
 * moved: because of one too many, or among themselves. Otherwise it is not what it was.
 */
export const findCause = async (database: Database, { tenantId, chain, end }: Broken): Promise<BreakKind> => {
  const place = end.sequence + 1;
  const [here] = await readAfter(database, tenantId, end.sequence, 1);
  let after = end.sequence;
  for (;;) {
    const changes = await readAfter(database, tenantId, after);
    const isMoved = changes.some(change => {
      const fitting = hashOf(end.hash, place, digestOf(change));
      return fitting === change.hash || fitting === here?.hash;
    });
    if (isMoved) return (await hasTooMany(database, tenantId, chain)) ? 'inserted' : 'reordered';
    const last = changes.at(-1);
    if (!last) return 'edited';
    after = last.sequence;
  }
};

const hasTooMany = async (database: Database, tenantId: string, chain: Chain) => {
  const { rows } = await database.system(db =>
    sql<{ count: number }>`
      select count(*)::int as count from changes
      where tenant_id = ${tenantId} and sequence > ${chain.removedSequence}`.execute(db),
  );
  return (rows[0]?.count ?? 0) > chain.sequence - chain.removedSequence;
};
