import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../messages/escape-html.ts';
import type { Guide, Guides } from './guides.ts';
import { renderMarkdown } from './markdown.ts';

/** The guides, for people: the console and its assistant link here. */
export const mountGuides = (server: FastifyInstance, guides: Guides) => {
  const [first = ''] = guides.keys();
  server.get('/docs', (_, reply) => reply.redirect(`/docs/${first}`));
  server.get('/docs/:slug', (request, reply) => {
    const guide = guides.get((request.params as { slug: string }).slug.replace(/\.md$/, ''));
    if (!guide) return reply.callNotFound();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(pageOf(guide, guides));
  });
};

const pageOf = (guide: Guide, guides: Guides) => {
  const links = [...guides.values()].map(({ slug, title }) => {
    const current = slug === guide.slug ? ' aria-current="page"' : '';
    return `<li><a href="/docs/${slug}"${current}>${escapeHtml(title)}</a></li>`;
  });
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeHtml(guide.title)} · Gatehouse</title><link rel="icon" href="/experience/favicon.svg">` +
    `<link rel="stylesheet" href="/plain/guide.css"></head><body>` +
    `<nav aria-label="Guides"><a href="/"><strong>Gatehouse</strong></a><ul>${links.join('')}</ul></nav>` +
    `<main>${renderMarkdown(guide.markdown)}</main></body></html>`
  );
};
