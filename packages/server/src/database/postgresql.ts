import pg from 'pg';
import type { Logger } from '../log.ts';
import { columnTypes } from './column-values.ts';
import type { Invalidation } from './invalidation.ts';
import { liveTables } from './people/live-tables.ts';

/** An open way to a database, whichever it is. */
export type Connections = { pool: pg.Pool; close: () => Promise<void> };

/** No statement of a request may outlive the request's own time limit of 20 seconds. */
const statementTimeoutMs = 20_000;
const reconnectDelayMs = 500;

export const connectPostgresql = async (
  url: string,
  invalidation: Invalidation,
  logger?: Logger,
): Promise<Connections> => {
  const options: pg.PoolConfig = { connectionString: url, types: columnTypes, application_name: 'gatehouse' };
  const pool = new pg.Pool({
    ...options,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
  });
  pool.on('error', error => logger?.warn({ error }, 'an idle database connection was lost'));
  const stopListening = await keepListening(() => new pg.Client(options), invalidation, logger).catch(
    async error => {
      await pool.end();
      throw error;
    },
  );
  return {
    pool,
    async close() {
      await stopListening();
      await endPool(pool);
    },
  };
};

/** One connection of its own hears the invalidations; when it is lost, another takes its place. */
const keepListening = async (createClient: () => pg.Client, invalidation: Invalidation, logger?: Logger) => {
  let closing = false;
  let retry: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  const connect = async () => {
    const next = createClient();
    client = next;
    next.on('error', error => logger?.warn({ error }, 'the listening database connection was lost'));
    next.once('end', () => {
      if (closing) return;
      invalidation.invalidateAll();
      retry = setTimeout(() => connect().catch(() => undefined), reconnectDelayMs);
    });
    await next.connect();
    await invalidation.attach(next);
  };

  const stop = async () => {
    closing = true;
    clearTimeout(retry);
    await client?.end();
  };
  // Only a connection that once stood is tried again.
  await connect().catch(async error => {
    await stop();
    throw error;
  });
  return stop;
};

/** The pool calls itself ended before its connections are: this waits for them. */
export const endPool = async (pool: pg.Pool) => {
  const ended = Promise.withResolvers<void>();
  let open = pool.totalCount;
  if (!open) ended.resolve();
  pool.on('remove', () => {
    open -= 1;
    if (!open) ended.resolve();
  });
  await pool.end();
  await ended.promise;
};

/** The planner keeps frequent values of each column, addresses and names among them. */
export const refreshStatistics = async (pool: pg.Pool) => {
  await pool.query(`analyze ${liveTables.join(', ')}`);
};
