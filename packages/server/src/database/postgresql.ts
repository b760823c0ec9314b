import pg from 'pg';
import type { Logger } from '../log.ts';
import { columnTypes } from './column-values.ts';
import type { Connections } from './connections.ts';
import type { Invalidation } from './invalidation.ts';
import { keepListening, listeningTimeoutMs } from './listening.ts';
import { migrate } from './migrate.ts';
import { liveTables } from './people/live-tables.ts';
import { asUnavailable, createPool, endPool, withClient, withPool } from './pool.ts';
import { isBehindPooler } from './pooler.ts';
import { createReplicas } from './replicas.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

export type PostgresqlOptions = {
  url: string;
  /** Past a pooler, for what needs its own session. */
  directUrl?: string | undefined;
  replicaUrls?: readonly string[] | undefined;
  logger?: Logger | undefined;
};

/** A statement is stopped by the server after 20 seconds; one without any answer is given up a little later. */
const answerTimeoutMs = 25_000;
const connectTimeoutMs = 10_000;

export const connectPostgresql = async (
  { url, directUrl = url, replicaUrls = [], logger }: PostgresqlOptions,
  invalidation: Invalidation,
): Promise<Connections> => {
  const options: pg.PoolConfig = {
    types: columnTypes,
    application_name: 'gatehouse',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
  };
  const pool = createPool(
    { ...options, connectionString: url, max: 10, query_timeout: answerTimeoutMs },
    logger,
  );
  try {
    const isPooled = await withClient(pool, isBehindPooler);
    const stopListening = await keepListening(
      () =>
        new pg.Client({
          ...options,
          connectionString: directUrl,
          connectionTimeoutMillis: listeningTimeoutMs,
          query_timeout: listeningTimeoutMs,
        }),
      invalidation,
      logger,
    );
    const replicas = replicaUrls.length ? createReplicas(replicaUrls, options, logger) : undefined;
    return {
      pool,
      isPooled,
      replicas,
      migrate: () => withPool({ ...options, connectionString: directUrl, max: 1 }, migrate),
      async close() {
        await stopListening();
        await replicas?.close();
        await endPool(pool);
      },
    };
  } catch (error) {
    await endPool(pool);
    throw new DatabaseUnavailableError(error);
  }
};

/** The planner keeps frequent values of each column, addresses and names among them. */
export const refreshStatistics = async (pool: pg.Pool) => {
  for (const table of liveTables)
    await pool.query(`analyze ${table}`).catch(error => {
      throw asUnavailable(error) ?? error;
    });
};
