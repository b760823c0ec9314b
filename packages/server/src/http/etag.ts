import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export const tagOf = (text: string) => `W/"${createHash('sha1').update(text).digest('base64url')}"`;

/** GET answers in JSON carry a tag; who has the same one already gets 304 and no body (RFC 9110 section 13.1.2). */
export const tagAnswers = (server: FastifyInstance) => {
  server.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    const tag = reply.getHeader('etag') ?? tagOf(payload);
    reply.header('etag', tag);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] !== tag) return payload;
    reply.code(304).removeHeader('content-type');
    return null;
  });
};
