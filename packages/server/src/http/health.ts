import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import { isFromThisMachine } from './forwarded.ts';

/** Every question to the database is answered or given up long before: a process in which one waits longer is stuck. */
const stuckAfterMs = 90_000;

/** A readiness probe does not wait as long as a user would. */
const readyWithinMs = 3000;

/**
 * `/healthz`: the process is alive, and a restart would not help. `/readyz`: it can work, because the database answers,
 * and is not about to stop.
 */
export const mountHealth = (
  server: FastifyInstance,
  { database, isLeaving }: Pick<Services, 'database' | 'isLeaving'>,
) => {
  server.get('/healthz', async (_, reply) =>
    database.longestWait() < stuckAfterMs ? { status: 'ok' } : reply.code(503).send({ status: 'stuck' }),
  );
  let asking: Promise<unknown> | undefined;
  /** One question at a time: those that come while the database is silent take no connections from others. */
  const askDatabase = () => {
    asking ??= database
      .system(db => db.selectFrom('tenants').select('id').limit(1).execute())
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  server.get('/readyz', async (request, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'leaving' });
    try {
      const timer = new AbortController();
      const late = giveUp(readyWithinMs, timer.signal);
      await Promise.race([askDatabase(), late]).finally(() => timer.abort());
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ message: (error as Error).message }, 'not ready');
      return reply.code(503).send({ status: 'not ready' });
    }
  });
};

const giveUp = (ms: number, signal: AbortSignal) =>
  setTimeout(ms, undefined, { signal }).then(() => {
    throw new Error('The database does not answer in time.');
  });

/**
 * Serves metrics to Prometheus on the console's port. Requires the token. Without a configured token only the machine
 * itself can read them, and only if the console runs for this machine only.
 */
export const mountMetrics = (
  server: FastifyInstance,
  { env, metrics }: Pick<Services, 'env' | 'metrics'>,
) => {
  const token = env.GATEHOUSE_METRICS_TOKEN;
  server.get('/metrics', async ({ headers, raw }, reply) => {
    const mayRead =
      token === undefined
        ? isFromThisMachine(raw, env)
        : isSame(headers.authorization ?? '', `Bearer ${token}`);
    if (!mayRead) throw new RequestError('auth.unauthorized');
    return reply.type(metrics.contentType).send(await metrics.print());
  });
};

const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string) => createHash('sha256').update(text).digest();
