import { withPool } from '../database/pool.ts';
import { type Position, readPosition, replayedTimeline } from '../database/replicas.ts';
import type { Environment } from '../env.ts';
import type { Finding } from './doctor-finding.ts';

/** A replica that is further behind is of little use: readers would wait for it. */
const tolerableLagBytes = 16 * 1024 ** 2;

export const checkReplicas = async ({
  DATABASE_URL,
  DATABASE_REPLICA_URLS: urls,
}: Environment): Promise<Finding> => {
  if (!urls.length) return { status: 'good', found: 'none' };
  if (!DATABASE_URL)
    return { status: 'bad', found: `${urls.length}, but no DATABASE_URL`, fix: 'Set DATABASE_URL.' };
  const position = await withPool(reach(DATABASE_URL), readPosition);
  if (!position)
    return {
      status: 'bad',
      found: 'DATABASE_URL leads to a replica',
      fix: 'Set DATABASE_URL to the primary.',
    };
  const complaints = await Promise.all(urls.map(url => complaintAbout(url, position)));
  const found = urls.map(
    (url, index) => `${new URL(url).host} ${complaints[index] ?? 'is a replica and up to date'}`,
  );
  const isGood = complaints.every(complaint => complaint === undefined);
  return {
    status: isGood ? 'good' : 'warning',
    found: found.join('; '),
    ...(isGood ? {} : { fix: 'Check DATABASE_REPLICA_URLS. Until then the primary answers instead.' }),
  };
};

const reach = (connectionString: string) => ({ connectionString, max: 1, connectionTimeoutMillis: 5000 });

type Standing = {
  isReplica: boolean;
  system: string;
  timeline: string;
  database: string;
  lag: string | null;
};

const complaintAbout = (url: string, { lsn, system, timeline, database }: Position) =>
  withPool(reach(url), async pool => {
    const { rows } = await pool.query<Standing>(
      `select pg_is_in_recovery() as "isReplica", system_identifier::text as system, ${replayedTimeline} as timeline,
        current_database()::text as database, pg_wal_lsn_diff($1, pg_last_wal_replay_lsn())::text as lag
      from pg_control_system()`,
      [lsn],
    );
    const its = rows[0]!;
    if (!its.isReplica) return 'is no replica';
    if (its.system !== system) return 'follows another primary';
    if (its.database !== database) return `is asked for the database "${its.database}", not "${database}"`;
    if (its.timeline !== timeline) return 'has not followed the last failover yet';
    if (Number(its.lag) > tolerableLagBytes)
      return `is ${Math.round(Number(its.lag) / 1024 ** 2)} MiB behind`;
    return undefined;
  }).catch(({ message }: Error) => `cannot be reached: ${message}`);
