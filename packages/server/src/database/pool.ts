import pg from 'pg';
import type { Logger } from '../log.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** A pool that reports lost connections, also those in use: an error event without a listener ends the process. */
export const createPool = (config: pg.PoolConfig, logger?: Logger) => {
  const pool = new pg.Pool(config);
  pool.on('error', () => undefined);
  pool.on('connect', client => {
    client.on('error', ({ message }) => logger?.warn({ message }, 'a database connection was lost'));
  });
  return pool;
};

export const withClient = async <T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>) => {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
};

export const withPool = async <T>(config: pg.PoolConfig, work: (pool: pg.Pool) => Promise<T>) => {
  const pool = createPool(config);
  try {
    return await work(pool);
  } finally {
    await endPool(pool);
  }
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

/** For `catch`: what counts when something is not there or is wrong, but not when that could not be found out. */
export const unlessUnavailable =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof DatabaseUnavailableError) throw error;
    return instead;
  };

/**
 * Errors by which a server refuses all clients: connection exceptions, no space on disk, in memory or for connections,
 * a shutdown, a standby that refuses writes. A protocol violation (08P01) is our own mistake.
 */
const refusals = /^(08(?!P01)|53|57P)|^25006$/;

/** Tells errors of the connection, after which it is of no more use, from those of a statement. */
export const asUnavailable = (error: unknown) =>
  error instanceof pg.DatabaseError && !refusals.test(error.code ?? '')
    ? undefined
    : new DatabaseUnavailableError(error);

/** The connection went away while it was used, and another may stand: not one that cannot be had, nor one that is silent. */
export const isCutOff = ({ cause }: DatabaseUnavailableError) =>
  cause instanceof Error &&
  (['57P01', '57P02', 'ECONNRESET', 'EPIPE'].includes((cause as NodeJS.ErrnoException).code ?? '') ||
    cause.message.startsWith('Connection terminated'));
