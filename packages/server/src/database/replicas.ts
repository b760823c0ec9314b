import pg from 'pg';
import type { Logger } from '../log.ts';
import { createPool, endPool } from './pool.ts';
import type { StatementAhead } from './preceded-query.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/**
 * The position up to which the primary's log is flushed, which covers everything acknowledged. It includes the
 * identity of that log: the cluster, the database, and the timeline, which changes with every failover.
 */
export type Position = { lsn: string; system: string; timeline: string; database: string };

/** None where a standby answers as the primary, as one may in the middle of a failover. */
export const readPosition = async (primary: pg.Pool): Promise<Position | undefined> => {
  const { rows } = await primary.query<Position | { lsn: null }>(`
    select lsn::text, system_identifier::text as system, current_database()::text as database,
      ('x' || substr(pg_walfile_name(lsn), 1, 8))::bit(32)::integer::text as timeline
    from pg_control_system(), (select case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end) here (lsn)`);
  const [found] = rows;
  return found?.lsn ? (found as Position) : undefined;
};

/**
 * The newest timeline that a standby is known to have replayed. It may name the one before for some minutes, until the
 * standby has written its own checkpoint.
 */
export const replayedTimeline = `
  (select greatest(timeline_id, min_recovery_end_timeline)::text from pg_control_checkpoint(), pg_control_recovery())`;

/**
 * Travels ahead of every statement, since one address may lead to several servers: one that has not replayed the log up to
 * the position, or is no replica of this primary, fails here by an error that says so. A standby that did not follow the
 * primary into its timeline may be further in a log that is no longer ours.
 */
export const unlessBehind = ({ lsn, system, timeline, database }: Position): StatementAhead => ({
  name: undefined,
  text: `select case when pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
      and (select system_identifier from pg_control_system()) = $2::bigint
      and ${replayedTimeline} = $3 and current_database() = $4
    then 0 else concat('the replica stands at ', pg_last_wal_replay_lsn(), ' of timeline ', ${replayedTimeline},
      ' in ', current_database(), ', not yet at ', $1, ' of ', $3, ' in ', $4)::integer end`,
  values: [lsn, system, timeline, database],
});

const isBehind = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '22P02' && error.message.includes('the replica stands');

/** Conflicts with the replay of the log, such as a vacuum on the primary. */
const isConflict = (error: unknown) => error instanceof pg.DatabaseError && error.code === '40001';

/** Rights that its login lacks, files that it cannot read: what the primary may well do. */
const isItsFault = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(42501$|58|F0|XX)/.test(error.code ?? '');

export type Replica = { pool: pg.Pool; name: string; restsUntil: number };

/**
 * The time to wait for a replica that is slightly behind, and the time to avoid one that did not catch up or failed.
 */
const patienceMs = 100;
const pauseMs = 10;
const restMs = { behind: 1000, failed: 5000 };

/** A replica that has gone silent must leave the primary time to answer within the request's own limit. */
const answerTimeoutMs = 8000;
const connectTimeoutMs = 1000;

export type Replicas = ReturnType<typeof createReplicas>;

/** Replicas take reads in turn. One that is behind, away or silent is left alone for a while. */
export const createReplicas = (urls: readonly string[], options: pg.PoolConfig, logger?: Logger) => {
  const replicas = urls.map((connectionString): Replica => {
    const limits = { connectionTimeoutMillis: connectTimeoutMs, query_timeout: answerTimeoutMs };
    return {
      pool: createPool({ ...options, ...limits, connectionString, max: 10 }, logger),
      name: new URL(connectionString).host,
      restsUntil: 0,
    };
  });
  let turn = 0;

  const next = () => {
    const now = performance.now();
    const awake = replicas.filter(({ restsUntil }) => restsUntil <= now);
    turn += 1;
    return awake[turn % awake.length];
  };

  const rest = (replica: Replica, reason: keyof typeof restMs, { message }: Error) => {
    replica.restsUntil = performance.now() + restMs[reason];
    logger?.warn({ replica: replica.name, message }, 'a replica is left alone for a while');
  };

  return {
    /** Reads from a replica that has everything acknowledged so far, or calls `instead`. */
    async read<T>(
      position: () => Promise<Position | undefined>,
      work: (pool: pg.Pool, ahead: StatementAhead) => Promise<T>,
      instead: () => Promise<T>,
    ): Promise<T> {
      const replica = next();
      if (!replica) return instead();
      const known = await position();
      if (!known) return instead();
      const ahead = unlessBehind(known);
      const givesUpAt = performance.now() + patienceMs;
      for (;;) {
        try {
          return await work(replica.pool, ahead);
        } catch (error) {
          if (isBehind(error) && performance.now() < givesUpAt) {
            await new Promise(resolve => setTimeout(resolve, pauseMs));
            continue;
          }
          if (isBehind(error)) rest(replica, 'behind', error as Error);
          else if (error instanceof DatabaseUnavailableError || isItsFault(error))
            rest(replica, 'failed', error as Error);
          else if (!isConflict(error)) throw error;
          return instead();
        }
      }
    },
    close: () => Promise.all(replicas.map(({ pool }) => endPool(pool))),
  };
};
