import { verificationHeaders } from '@gatehouse/contract/account.ts';
import { headers } from '@gatehouse/contract/dialect.ts';
import { lastEventHeader } from '@gatehouse/contract/live-sign-ins.ts';
import type { FastifyInstance } from 'fastify';

const exposed = [
  headers.totalNumber,
  headers.requestId,
  headers.changeIds,
  'Link',
  'ETag',
  'Retry-After',
  'WWW-Authenticate',
].join(', ');

/** The documents that describe the API: pages of any origin may read them. */
export const descriptions = [
  '/api/swagger.json',
  '/api/.well-known/management.openapi.json',
  '/api/.well-known/experience.openapi.json',
  '/api/.well-known/user.openapi.json',
] as const;

/**
 * The console may call every API. Any origin may read the API description and call the account API, which takes
 * tokens and no cookies. The sign-in pages share the API's origin.
 */
export const allowOrigins = (server: FastifyInstance, consoleOrigins: readonly string[]) => {
  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !isApi(request.url)) return;
    reply.header('vary', 'Origin');
    const isOpen = isDescription(request.url) || isAccount(request.url);
    if (!isOpen && !consoleOrigins.includes(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', exposed);
    if (request.method !== 'OPTIONS') return;
    reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
    reply.header(
      'access-control-allow-headers',
      [
        'Authorization',
        'Content-Type',
        'Accept-Language',
        'If-None-Match',
        lastEventHeader,
        ...verificationHeaders,
      ].join(', '),
    );
    reply.header('access-control-max-age', '3600');
    return reply.code(204).send();
  });
  // Without a route for it the hook above would never see a preflight.
  server.options('/*', (_, reply) => reply.code(204).send());
};

/** Account API paths: callers have a token of the user. */
const isAccount = (url: string) => /^\/api\/(my-account|verifications)(\/|\?|$)/.test(url);

/** By the whole path: what follows the question mark names nothing. */
const isDescription = (url: string) => descriptions.some(path => path === url.split('?', 1)[0]);

export const isApi = (url: string) => /^\/(api|me|m)(\/|\?|$)/.test(url);
