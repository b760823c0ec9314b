import type { FastifyInstance } from 'fastify';
import type { StaticFiles } from '../http/static-files.ts';
import { RequestError } from '../request-error.ts';

/** The documentation, built beforehand. The console and its assistant link here. */
export const mountDocumentation = (server: FastifyInstance, files: StaticFiles) => {
  server.get('/docs', (request, reply) => files.send('index.html', request, reply));
  server.get('/docs/:slug', (request, reply) => {
    const { slug } = request.params as { slug: string };
    const path = `${slug.replace(/\.(md|html)$/, '')}.html`;
    if (path === 'index.html' || files.has(path)) return files.send(path, request, reply);
    // The console answers every other address with its own page, as if it were there.
    if (!files.index || !request.headers.accept?.includes('html'))
      throw new RequestError('request.not_found');
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(files.index);
  });
  server.get('/docs/assets/*', (request, reply) => {
    const path = `assets/${(request.params as { '*': string })['*']}`;
    if (!files.has(path)) throw new RequestError('request.not_found');
    return files.send(path, request, reply);
  });
};
