import type { FastifyInstance } from 'fastify';

/**
 * Mails bring their styles with them, which the policy of the console forbids. Here they may; of what they hold nothing
 * else works: the only script is ours, nothing but pictures and fonts is fetched, and the page has no origin.
 */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data: https: http:',
  'font-src data: https:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

const page =
  '<!doctype html><html><head><meta charset="utf-8"><title></title>' +
  '<script src="/plain/message-preview.js"></script></head><body></body></html>';

/** An empty page in a frame of the console, which says what message it shows. */
export const mountMessagePreview = (server: FastifyInstance) =>
  server.get('/message-preview', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(page),
  );
