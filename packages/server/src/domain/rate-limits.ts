import { generateId } from '@gatehouse/contract/ids.ts';
import { type Kysely, sql } from 'kysely';
import { oneAtATime } from '../database/statement-settings.ts';
import type { Tables } from '../database/tables.ts';

/** Something that may be done only so often within a time: by an address, by a user, to a recipient. */
export type Limited = {
  tenantId: string;
  targetType: 'Address' | 'Sender' | 'Recipient';
  /** A digest, so that readers of the table do not learn whose it is. */
  targetHash: string;
  action: string;
  limit: number;
  windowMs: number;
};

export type Turn = { id: string } | { retryAfterSeconds: number };

/**
 * Takes one of the turns that are left, or says when the next one comes. It counts and writes in one statement, while no
 * other process counts for the same target: of requests that come at once no more get through than of those in a row.
 */
export const takeTurn = async (db: Kysely<Tables>, limited: Limited): Promise<Turn> => {
  const { tenantId, targetType, targetHash, action, limit, windowMs } = limited;
  const now = Date.now();
  const id = generateId();
  const { rows } = await oneAtATime(`turns:${tenantId}:${targetType}:${action}:${targetHash}`, () =>
    sql<{ isTaken: boolean; oldest: number | Date | null }>`
      with known as (
        select count(*) < ${limit}::int as is_taken, min(created_at) as oldest from sentinel_activities
        where target_type = ${targetType} and target_hash = ${targetHash} and action = ${action}
          and created_at > ${new Date(now - windowMs)}
      ), kept as (
        insert into sentinel_activities (id, target_type, target_hash, action, action_result, decision)
        select ${id}, ${targetType}, ${targetHash}, ${action}, 'Failed', 'Undecided' from known where is_taken
      )
      select is_taken, oldest from known`.execute(db),
  );
  const { isTaken, oldest } = rows[0] ?? {};
  if (isTaken) return { id };
  return { retryAfterSeconds: Math.max(1, Math.ceil((Number(oldest ?? now) + windowMs - now) / 1000)) };
};

/** Gives a turn back that turned out not to count. */
export const returnTurn = (db: Kysely<Tables>, id: string) =>
  db.deleteFrom('sentinelActivities').where('id', '=', id).execute();
