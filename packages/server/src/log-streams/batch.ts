import type { LogStreamKind } from '@gatehouse/contract/log-streams.ts';
import { type Kysely, sql } from 'kysely';
import { isVisible } from '../audit/select-logs.ts';
import type { TenantDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { batchLimits } from './destination.ts';
import type { StreamEntry } from './entries.ts';

type Span = { after: number; upTo: number; now: number };

export type NextBatch = {
  entries: readonly StreamEntry[];
  /** The position of the stream after this batch is delivered. */
  position: number;
  hasMore: boolean;
};

/** Returns the next batch, or nothing while a few entries still wait for more. */
export const readBatch = async (
  tenant: TenantDatabase,
  db: Kysely<Tables>,
  kind: LogStreamKind,
  { after, upTo, now }: Span,
): Promise<NextBatch> => {
  const { count } = batchLimits[kind];
  const rows = await selectAfter(db, after)
    .select(['tenantId', 'id', 'key', 'payload', 'createdAt', 'position'])
    .where('position', '<=', upTo)
    .limit(count)
    .execute();
  const found = (await tenant.open(db, rows)).map(({ value }) => ({ source: 'logs' as const, ...value }));
  return takeBatch(kind, found, { after, upTo, now, isFull: found.length === count });
};

/** As many of what was found as is sent at once; `isFull` when no more could be read. */
export const takeBatch = (
  kind: LogStreamKind,
  found: readonly StreamEntry[],
  { after, upTo, now, isFull: isReadFull }: Span & { isFull: boolean },
): NextBatch => {
  const { bytes, patienceMs } = batchLimits[kind];
  const entries = found.slice(0, fitting(found, bytes, kind === 's3'));
  const [last] = entries.slice(-1);
  if (!last) return { entries, position: upTo, hasMore: false };
  const isFull = isReadFull || entries.length < found.length;
  if (!isFull && (entries[0]?.createdAt ?? 0) > now - patienceMs)
    return { entries: [], position: after, hasMore: false };
  return { entries, position: isFull ? last.position : upTo, hasMore: isFull };
};

/** Since when the oldest entry waits that has not been sent. */
export const oldestWaiting = async (db: Kysely<Tables>, after: number) => {
  const entry = await selectAfter(db, after).select('createdAt').limit(1).executeTakeFirst();
  return entry?.createdAt;
};

const selectAfter = (db: Kysely<Tables>, position: number) =>
  db.selectFrom('logs').where('position', '>', position).where(isVisible).orderBy('position');

/** The number of entries that fit into a batch: at least one, and all from the same hour when folders are hourly. */
const fitting = (entries: readonly StreamEntry[], maximumBytes: number, isByHour: boolean) => {
  let size = 0;
  const end = entries.findIndex((entry, index) => {
    size += JSON.stringify(entry.payload).length;
    const isOfAnotherHour = isByHour && hourOf(entry) !== hourOf(entries[0]!);
    return index > 0 && (size > maximumBytes || isOfAnotherHour);
  });
  return end === -1 ? entries.length : end;
};

const hourOf = ({ createdAt }: StreamEntry) => Math.floor(createdAt / 3_600_000);

/** The place in the log right before the first entry of a time; the end where nothing has happened since. */
export const positionBefore = async (db: Kysely<Tables>, time: number) => {
  const { rows } = await sql<{ position: number }>`
    select coalesce(
      (select min(position) - 1 from logs where created_at >= ${new Date(time)}),
      (select max(position) from logs), 0) as position`.execute(db);
  return rows[0]?.position ?? 0;
};
