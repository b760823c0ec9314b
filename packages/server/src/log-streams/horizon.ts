import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** A number of the log, and the transactions that were writing to the log after that number was given out. */
type Mark = { position: number; writers: readonly string[] };

/**
 * Up to which number the log stands still. Numbers are given out in order, but transactions end in any: an entry can
 * appear after others with higher numbers. So a number counts only when every transaction that could have got it, or
 * one below it, is over. All of them hold a lock while they write (`0034-log-streams.sql`). `given` is the last number
 * that was given out: the log has none after it.
 */
export const createHorizon = (database: Database) => {
  let waiting: Mark | undefined;
  let settled = 0;

  return async () => {
    const mark = await database.system(look);
    const isOver = ({ writers }: Mark) => !writers.some(writer => mark.writers.includes(writer));
    const over = [mark, ...(waiting ? [waiting] : [])].filter(isOver);
    settled = Math.max(settled, ...over.map(({ position }) => position));
    if (!waiting || isOver(waiting)) waiting = isOver(mark) ? undefined : mark;
    return { settled, given: mark.position };
  };
};

/** The number first, then the writers: a writer with that number or a lower one is either visible or has ended. */
const look = async (db: Kysely<Tables>): Promise<Mark> => {
  const last = await sql<{ position: number }>`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('logs', 'position')::regclass), 0) as position`.execute(
    db,
  );
  const writing = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'advisory' and classid = 34 and objid = 0 and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return {
    position: last.rows[0]?.position ?? 0,
    writers: writing.rows.map(({ writer }) => writer),
  };
};
