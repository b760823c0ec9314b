import { setTimeout } from 'node:timers/promises';
import { minuteMs } from '@gatehouse/contract/duration.ts';
import pg, { type ClientBase } from 'pg';

/** Any number, the same in every process: one changes the schema at a time, the others wait and find it done. */
const advisoryLock = 7_261_001;

/**
 * Waiting for a table blocks everyone behind us, so we wait briefly, release, and retry. PostgreSQL looks for deadlocks
 * after a second and may end the transaction of a client: by then we have given up, also with several tables.
 */
const lockTimeoutMs = 200;
const longestPauseMs = 3000;
const patienceMs = 5 * minuteMs;

/** Lock not available, deadlock detected; and two who change the same row of a system table at once. */
const isLocked = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (['55P03', '40P01'].includes(error.code ?? '') || error.message === 'tuple concurrently updated');

/** Changes the schema in a transaction that needs tables which others are using, until it gets them. */
export const changeSchema = async <T>(
  client: ClientBase,
  what: string,
  work: () => Promise<T>,
): Promise<T> => {
  const end = Date.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0');
      await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      if (!isLocked(error)) throw error;
      if (Date.now() > end)
        throw new Error(`Others kept their locks for five minutes: ${what} could not be changed.`, {
          cause: error,
        });
    }
    await setTimeout(Math.min(longestPauseMs, 100 * 2 ** attempt));
  }
};
