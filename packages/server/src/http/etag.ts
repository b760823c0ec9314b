import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** GET answers in JSON carry a tag; who has the same one already gets 304 and no body (RFC 9110 section 13.1.2). */
export const tagAnswers = (server: FastifyInstance) => {
  server.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', tag);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] !== tag) return payload;
    reply.code(304).removeHeader('content-type');
    return null;
  });
};
