import type { LogStreamKind } from '@gatehouse/contract/log-streams.ts';
import { type Kysely, sql } from 'kysely';
import { digestOf, type StoredChange, storedColumns } from '../database/chain/links.ts';
import { lastFitting } from '../database/chain/read.ts';
import { presentChanges } from '../database/changes.ts';
import type { TenantDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { type NextBatch, takeBatch } from './batch.ts';
import { batchLimits } from './destination.ts';
import type { StreamEntry } from './entries.ts';

/** Fewer than log entries: each holds whole rows before and after. */
const maximumCount = 200;

/** Changes that are sent next. Only those that are linked: their order is final, and none can appear between them. */
export const readChangeBatch = async (
  tenant: TenantDatabase,
  db: Kysely<Tables>,
  kind: LogStreamKind,
  { after, now }: { after: number; now: number },
): Promise<NextBatch> => {
  const limit = Math.min(batchLimits[kind].count, maximumCount);
  const last = await lastFitting(db, { tenantId: tenant.tenantId, after, count: limit });
  if (!last) return { entries: [], position: after, hasMore: false };
  const rows = await db
    .selectFrom('changes')
    .selectAll()
    .select(sql<null>`null`.as('revertedBy'))
    .where('sequence', '>', after)
    .where('sequence', '<=', last.sequence)
    .orderBy('sequence')
    .execute();
  const links = await readLinks(db, after, last.sequence);
  const changes = await presentChanges(tenant, db, rows);
  const found = changes.map((change): StreamEntry => {
    const { id, createdAt, sequence, hash, isRevertible: _, revertedBy: __, ...told } = change;
    const chain = { sequence, hash, ...links.get(id) };
    return {
      source: 'changes',
      tenantId: tenant.tenantId,
      id,
      key: 'Change',
      payload: { key: 'Change', ...told, chain },
      createdAt,
      position: sequence ?? 0,
    };
  });
  const isFull = last.isCut || found.length === limit;
  return takeBatch(kind, found, { after, upTo: last.sequence, now, isFull });
};

/** The data a receiver needs to compute each hash itself. */
const readLinks = async (db: Kysely<Tables>, after: number, upTo: number) => {
  const { rows } = await sql<StoredChange & { previousHash: string }>`
    select ${storedColumns}, coalesce(
      (select previous.hash from changes previous where previous.sequence = changes.sequence - 1),
      (select removed_hash from change_chains)) as "previousHash"
    from changes where sequence > ${after} and sequence <= ${upTo}`.execute(db);
  return new Map(rows.map(row => [row.id, { previousHash: row.previousHash, digest: digestOf(row) }]));
};

/** Since when the oldest change waits that has not been sent. */
export const oldestWaitingChange = async (db: Kysely<Tables>, after: number) => {
  const change = await db
    .selectFrom('changes')
    .select('createdAt')
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  return change?.createdAt;
};

/** The place in the chain right before the first change of a time; the end where nothing was changed since. */
export const sequenceBefore = async (db: Kysely<Tables>, time: number) => {
  const { rows } = await sql<{ sequence: number }>`
    select coalesce(
      (select min(sequence) - 1 from changes where created_at >= ${new Date(time)}),
      (select sequence from change_chains), 0) as sequence`.execute(db);
  return rows[0]?.sequence ?? 0;
};
