import { headers } from '@gatehouse/contract/dialect.ts';
import type { FastifyInstance } from 'fastify';

const exposed = [headers.totalNumber, headers.requestId, 'Link', 'ETag', 'Retry-After'].join(', ');

/** Which pages may call: the console everywhere, the API description from anywhere; the sign-in pages are at home. */
export const allowOrigins = (server: FastifyInstance, consoleOrigins: readonly string[]) => {
  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !isApi(request.url)) return;
    reply.header('vary', 'Origin');
    const isPublic = request.url.endsWith('openapi.json') || request.url.endsWith('/swagger.json');
    if (!isPublic && !consoleOrigins.includes(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', exposed);
    if (request.method !== 'OPTIONS') return;
    reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
    reply.header(
      'access-control-allow-headers',
      'Authorization, Content-Type, Accept-Language, If-None-Match',
    );
    reply.header('access-control-max-age', '3600');
    return reply.code(204).send();
  });
  // Without a route for it the hook above would never see a preflight.
  server.options('/*', (_, reply) => reply.code(204).send());
};

export const isApi = (url: string) => /^\/(api|me|m)(\/|\?|$)/.test(url);
