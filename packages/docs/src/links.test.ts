import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { referencePages } from '../../../scripts/reference/pages.ts';
import { anchorOf } from './anchors.ts';
import { type Links, renderPage } from './markdown.ts';
import { docsFolder, loadPages } from './pages.ts';

const pages = loadPages(referencePages);
const slugs = new Set(pages.map(({ slug }) => slug));
const links: Links = { page: slug => `/docs/${slug}`, asset: name => `/docs/assets/${name}` };
const rendered = new Map(pages.map(page => [page.slug, renderPage(page, links, slugs)]));
const idsOf = (slug: string) =>
  new Set([...(rendered.get(slug) ?? '').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

test.each(pages)(
  'links of $slug lead to pages, headings and files that exist',
  ({ slug, file, markdown }) => {
    const html = rendered.get(slug)!;
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const [, target = slug, anchor] = /^(?:\/docs\/([\w-]+))?(?:#(.+))?$/.exec(href) ?? [];
      if (/^https?:|^mailto:/.test(href)) continue;
      expect(slugs, href).toContain(target);
      if (anchor) expect(idsOf(target), href).toContain(anchor);
    }
    // Paths are those of the repository, so that they also work where the files are read.
    const isThere = (path: string) => path in referencePages || existsSync(join(docsFolder, path));
    for (const [, target = ''] of markdown.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g))
      expect(isThere(join(dirname(file), target)), target).toBe(true);
  },
);

test('pages have different addresses', () => {
  const all = pages.map(({ slug }) => slug);
  expect(all).toEqual([...new Set(all)]);
});

test('headings of a page have different addresses', () => {
  for (const { slug, markdown } of pages) {
    const headings = [...markdown.replace(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/^#+ (.+)$/gm)].map(
      ([, heading]) => anchorOf(heading!.replace(/[*`]/g, '')),
    );
    expect(headings, slug).toEqual([...new Set(headings)]);
  }
});

test('the README and the documents beside the pages link to files that exist', () => {
  const root = join(docsFolder, '..');
  for (const file of ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/decisions/README.md']) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g))
      expect(existsSync(join(root, dirname(file), target)), `${file}: ${target}`).toBe(true);
  }
});
