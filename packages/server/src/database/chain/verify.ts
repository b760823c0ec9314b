import { hourMs } from '@gatehouse/contract/duration.ts';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type BreakKind, findCause } from './cause.ts';
import { digestOf, hashOf } from './links.ts';
import { type Chain, type Place, readAfter, readChain } from './read.ts';

export type ChainBreak = { sequence: number; kind: BreakKind; changeId?: string };

export type ChainReport = {
  tenantId: string;
  isOk: boolean;
  /** Changes that were verified. */
  count: number;
  /** The end of the chain, to be noted outside. */
  sequence: number;
  hash: string;
  /** Changes that are committed and wait for their link. */
  unlinkedCount: number;
  /** The number of changes that retention has removed from the beginning. */
  removedCount: number;
  break?: ChainBreak;
};

type Wanted = {
  tenantId: string;
  /** An end that was noted outside earlier. */
  expected?: Place;
  /** Only so many of the newest. */
  last?: number;
};

/** Changes are linked in the order of their commits, which is that of their times up to this. */
const toleranceMs = hourMs;

/** Follows the chain of a tenant from its beginning, or from where retention has cut it, to its end. */
export const verifyChain = async (database: Database, wanted: Wanted): Promise<ChainReport> => {
  const { tenantId } = wanted;
  const chain = await readChain(database, tenantId);
  const { broken, end, count } = await follow(database, chain, wanted);
  // Retention may have removed the beginning while it was read.
  const { removedSequence } = await readChain(database, tenantId);
  if (broken && removedSequence > chain.removedSequence) return verifyChain(database, wanted);
  return {
    tenantId,
    isOk: broken === undefined,
    count,
    ...end,
    unlinkedCount: await countUnlinked(database, tenantId),
    removedCount: chain.removedSequence,
    ...(broken ? { break: broken } : {}),
  };
};

const follow = async (database: Database, chain: Chain, { tenantId, expected, last }: Wanted) => {
  let end = await startOf(database, chain, tenantId, last);
  let [count, latest] = [0, 0];
  const stop = (broken?: ChainBreak) => ({ broken, end, count });
  if (expected && expected.sequence === chain.removedSequence && expected.hash !== chain.removedHash)
    return stop({ sequence: expected.sequence, kind: 'edited' });
  for (;;) {
    const changes = await readAfter(database, tenantId, end.sequence);
    if (!changes.length) break;
    for (const change of changes) {
      const { sequence, hash, id: changeId } = change;
      if (sequence !== end.sequence + 1) return stop({ sequence: end.sequence + 1, kind: 'missing' });
      if (hash !== hashOf(end.hash, sequence, digestOf(change))) {
        const kind = await findCause(database, { tenantId, chain, end });
        return stop({ sequence, kind, changeId });
      }
      const isKnownOtherwise = [chain, expected].some(
        place => place?.sequence === sequence && place.hash !== hash,
      );
      if (isKnownOtherwise) return stop({ sequence, kind: 'edited', changeId });
      const time = Date.parse(change.createdAt);
      if (time < latest - toleranceMs) return stop({ sequence, kind: 'inserted', changeId });
      latest = Math.max(latest, time);
      end = { sequence, hash };
      count += 1;
    }
  }
  const known = Math.max(chain.sequence, expected?.sequence ?? 0);
  return stop(end.sequence < known ? { sequence: end.sequence + 1, kind: 'missing' } : undefined);
};

/** The starting point: the cut, or a later change whose hash is trusted. */
const startOf = async (database: Database, chain: Chain, tenantId: string, last?: number): Promise<Place> => {
  const cut = { sequence: chain.removedSequence, hash: chain.removedHash };
  const from = last === undefined ? 0 : chain.sequence - last;
  if (from <= cut.sequence) return cut;
  const [change] = await readAfter(database, tenantId, from - 1, 1);
  return change?.sequence === from ? { sequence: from, hash: change.hash } : cut;
};

const countUnlinked = async (database: Database, tenantId: string) => {
  const { rows } = await database.system(db =>
    sql<{ count: number }>`
      select count(*)::int as count from changes where tenant_id = ${tenantId} and sequence is null`.execute(
      db,
    ),
  );
  return rows[0]?.count ?? 0;
};
