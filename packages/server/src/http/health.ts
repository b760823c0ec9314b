import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../domain/request-error.ts';
import { isFromThisMachine } from './forwarded.ts';
import type { Services } from './services.ts';

/** Every question to the database is answered or given up long before: a process in which one waits longer is stuck. */
const stuckAfterMs = 90_000;

/**
 * `/healthz`: the process is alive, and a restart would not help. `/readyz`: it can work, because the database answers, and
 * means to go on.
 */
export const mountHealth = (
  server: FastifyInstance,
  { database, isLeaving }: Pick<Services, 'database' | 'isLeaving'>,
) => {
  server.get('/healthz', async (_, reply) =>
    database.longestWait() < stuckAfterMs ? { status: 'ok' } : reply.code(503).send({ status: 'stuck' }),
  );
  server.get('/readyz', async (request, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'leaving' });
    try {
      await database.system(db => db.selectFrom('tenants').select('id').limit(1).execute());
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ message: (error as Error).message }, 'not ready');
      return reply.code(503).send({ status: 'not ready' });
    }
  });
};

/** What Prometheus reads, on the console's port: with the token, or without one on the machine itself only. */
export const mountMetrics = (
  server: FastifyInstance,
  { env, metrics }: Pick<Services, 'env' | 'metrics'>,
) => {
  const token = env.GATEHOUSE_METRICS_TOKEN;
  server.get('/metrics', async ({ headers, raw }, reply) => {
    const mayRead =
      token === undefined ? isFromThisMachine(raw) : isSame(headers.authorization ?? '', `Bearer ${token}`);
    if (!mayRead) throw new RequestError('auth.unauthorized');
    return reply.type(metrics.contentType).send(await metrics.print());
  });
};

const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string) => createHash('sha256').update(text).digest();
