import type { FastifyInstance } from 'fastify';
import type { StaticFiles } from '../http/static-files.ts';

/** The documentation, built beforehand. The console and its assistant link here. */
export const mountDocumentation = (server: FastifyInstance, files: StaticFiles) => {
  server.get('/docs', (request, reply) => files.send('index.html', request, reply));
  server.get('/docs/:slug', (request, reply) => {
    const { slug } = request.params as { slug: string };
    return files.send(`${slug.replace(/\.(md|html)$/, '')}.html`, request, reply);
  });
  server.get('/docs/assets/*', (request, reply) =>
    files.send(`assets/${(request.params as { '*': string })['*']}`, request, reply),
  );
};
