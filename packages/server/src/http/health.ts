import type { FastifyInstance } from 'fastify';
import type { Services } from './services.ts';

/** `/healthz`: the process answers. `/readyz`: it can work, because the database answers. */
export const mountHealth = (
  server: FastifyInstance,
  { database, metrics }: Pick<Services, 'database' | 'metrics'>,
) => {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (request, reply) => {
    try {
      await database.system(db => db.selectFrom('tenants').select('id').limit(1).execute());
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'not ready' });
    }
  });
  server.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.print()));
};
