import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { rolldown } from 'rolldown';
import { layOut, layOutHome } from './layout.ts';
import { type Links, renderPage } from './markdown.ts';
import { docsFolder, loadPages, type PrintedPages } from './pages.ts';
import type { OpenApi } from './reference/openapi.ts';
import { placeholders } from './reference/placeholders.ts';
import { type ReferenceSite, renderReference } from './reference/render.ts';

const packages = fileURLToPath(new URL('../..', import.meta.url));

type Target = {
  directory: string;
  links: Links;
  /** Links in the header that lead out of the documentation. */
  outside: readonly { href: string; text: string }[];
  reference: ReferenceSite & { fileOf: (slug: string) => string };
  /** Example addresses in place of the placeholders, for pages that no server fills in. */
  addresses?: Readonly<Record<string, string>>;
};

/** As the product serves it, at `/docs`. */
export const inProduct = (directory: string): Target => ({
  directory,
  links: { page: slug => (slug ? `/docs/${slug}` : '/docs'), asset: name => `/docs/assets/${name}` },
  outside: [
    { href: '/api/docs', text: 'API reference' },
    { href: '/', text: 'Console' },
  ],
  reference: {
    links: {
      page: slug => (slug ? `/api/docs/${slug}` : '/api/docs'),
      asset: name => `/api/docs/assets/${name}`,
    },
    outside: [
      { href: `${placeholders.console}/docs`, text: 'Docs' },
      { href: `${placeholders.console}/`, text: 'Console' },
    ],
    document: '/api/swagger.json',
    fileOf: slug => `reference/${slug}.html`,
  },
});

/** For any web server or none: pages link to each other as files. */
export const asFiles = (directory: string): Target => ({
  directory,
  links: { page: slug => `${slug || 'index'}.html`, asset: name => `assets/${name}` },
  outside: [{ href: 'api-index.html', text: 'API reference' }],
  reference: {
    links: { page: slug => `api-${slug || 'index'}.html`, asset: name => `assets/${name}` },
    outside: [{ href: 'index.html', text: 'Docs' }],
    document: 'assets/openapi.json',
    fileOf: slug => `api-${slug}.html`,
  },
  addresses: {
    [placeholders.endpoint]: 'https://auth.example.com',
    [placeholders.console]: 'https://console.example.com',
    [placeholders.audience]: managementAudience('default'),
  },
});

/** Writes the whole site into a folder. */
export const buildDocs = async (target: Target, printed: PrintedPages, document: OpenApi) => {
  const { directory, links, outside, reference } = target;
  const pages = loadPages(printed);
  const slugs = new Set(pages.map(({ slug }) => slug));
  const site = { pages, links, outside };
  rmSync(directory, { recursive: true, force: true });
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), addressed(content, target));
  };
  for (const page of pages) write(`${page.slug}.html`, layOut(page, renderPage(page, links, slugs), site));
  write('index.html', layOutHome(site));
  const passages = JSON.stringify(pages.flatMap(page => page.passages));
  write('assets/passages.json', passages);
  const api = renderReference(document, reference);
  for (const [slug, html] of api.pages) write(reference.fileOf(slug), html);
  write('reference/operations.json', JSON.stringify(api.slugs));
  write('assets/reference.json', JSON.stringify(api.passages));
  if (reference.document.startsWith('assets/')) write(reference.document, JSON.stringify(document));
  copyAssets(join(directory, 'assets'));
  await bundleScripts(join(directory, 'assets'));
};

/** Static files have no server that fills in addresses. */
const addressed = (content: string, { addresses = {} }: Target) =>
  Object.entries(addresses).reduce(
    (text, [placeholder, address]) => text.replaceAll(placeholder, address),
    content,
  );

const copyAssets = (directory: string) => {
  const styles = ['ui/src/tokens.css', 'docs/src/docs.css'].map(path =>
    readFileSync(join(packages, path), 'utf8'),
  );
  writeFileSync(join(directory, 'docs.css'), `@import "inter/wght.css";\n${styles.join('\n')}`);
  const reference = readFileSync(join(packages, 'docs/src/reference/reference.css'), 'utf8');
  writeFileSync(join(directory, 'reference.css'), `@import "docs.css";\n${reference}`);
  cpSync(join(packages, 'experience/public/favicon.svg'), join(directory, 'favicon.svg'));
  for (const file of readdirSync(join(docsFolder, 'images')).filter(name => !name.endsWith('.svg')))
    cpSync(join(docsFolder, 'images', file), join(directory, 'images', file));
  const inter = dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/inter/package.json')));
  cpSync(join(inter, 'wght.css'), join(directory, 'inter', 'wght.css'));
  for (const file of readdirSync(join(inter, 'files')).filter(name => name.endsWith('-wght-normal.woff2')))
    cpSync(join(inter, 'files', file), join(directory, 'inter', 'files', file));
};

const bundleScripts = async (directory: string) => {
  for (const [name, format] of [
    ['docs', 'esm'],
    ['reference', 'esm'],
    ['appearance', 'iife'],
  ] as const) {
    const bundle = await rolldown({
      input: fileURLToPath(new URL(`./browser/${name}.ts`, import.meta.url)),
      platform: 'browser',
    });
    await bundle.write({
      dir: directory,
      entryFileNames: `${name}.js`,
      chunkFileNames: '[name]-[hash].js',
      format,
      minify: true,
    });
    await bundle.close();
  }
};
