import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { anchorOf } from './anchors.ts';
import { contents } from './contents.ts';
import { frame } from './frame.ts';
import type { Links } from './markdown.ts';
import type { Page } from './pages.ts';

type Site = { pages: readonly Page[]; links: Links; outside: readonly { href: string; text: string }[] };

/** A page of the site around its own HTML. */
export const layOut = (page: Page, html: string, site: Site): string => {
  const index = site.pages.indexOf(page);
  const neighbors = [
    neighbor(site, 'Previous', 'previous', site.pages[index - 1]),
    neighbor(site, 'Next', 'next', site.pages[index + 1]),
  ].join('');
  const updated = page.updated
    ? `<p class="updated">Last updated <time datetime="${page.updated}">${dayOf(page.updated)}</time></p>`
    : '';
  return frameOf(site, {
    title: page.title,
    description: page.summary,
    slug: page.slug,
    body: `<main id="content" tabindex="-1"><article>${html}</article>${updated}<nav class="neighbors" aria-label="Previous and next page">${neighbors}</nav></main>${onThisPage(page)}`,
  });
};

/** The front page: every section with its pages. */
export const layOutHome = (site: Site): string => {
  const sections = contents.map(({ title }) => {
    const pages = site.pages.filter(({ section }) => section === title);
    const cards = pages.map(
      ({ slug, title: name, summary }) =>
        `<li><a href="${site.links.page(slug)}"><strong>${escapeHtml(name)}</strong><span>${escapeHtml(firstSentence(summary))}</span></a></li>`,
    );
    return `<section><h2 id="${anchorOf(title)}">${escapeHtml(title)}</h2><ul class="cards">${cards.join('')}</ul></section>`;
  });
  return frameOf(site, {
    title: 'Documentation',
    description: 'Guides, concepts and reference for Gatehouse.',
    slug: '',
    body: `<main id="content" tabindex="-1" class="home"><h1>Gatehouse documentation</h1><p class="lead">Add sign-in to your applications, protect your APIs, and run it all yourself.</p>${sections.join('')}</main>`,
  });
};

const frameOf = (
  { pages, links, outside }: Site,
  { slug, ...page }: { title: string; description: string; slug: string; body: string },
) => {
  const sections = contents.map(section => {
    const items = pages
      .filter(({ section: title }) => title === section.title)
      .map(item => {
        const current = item.slug === slug ? ' aria-current="page"' : '';
        return `<li><a href="${links.page(item.slug)}"${current}>${escapeHtml(item.title)}</a></li>`;
      });
    return `<li><strong>${escapeHtml(section.title)}</strong><ul>${items.join('')}</ul></li>`;
  });
  return frame({
    ...page,
    script: 'docs',
    asset: links.asset,
    home: { href: links.page(''), label: 'Docs' },
    search: {
      label: 'Search the docs',
      source: links.asset('passages.json'),
      pages: links.page('{slug}'),
    },
    outside,
    navigation: sections.join(''),
  });
};

const neighbor = ({ links }: Site, label: string, name: string, page: Page | undefined) =>
  page
    ? `<a class="${name}" rel="${name === 'next' ? 'next' : 'prev'}" href="${links.page(page.slug)}"><span>${label}</span><strong>${escapeHtml(page.title)}</strong></a>`
    : '<span></span>';

/** The headings of a page, where it has more than one. */
const onThisPage = ({ markdown }: Page) => {
  const headings = [...markdown.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^## (.+)$/gm)].map(([, text]) =>
    text!.replace(/[*`]/g, ''),
  );
  if (headings.length < 2) return '';
  const items = headings.map(text => `<li><a href="#${anchorOf(text)}">${escapeHtml(text)}</a></li>`);
  return `<nav class="headings" aria-label="On this page"><strong>On this page</strong><ul>${items.join('')}</ul></nav>`;
};

const firstSentence = (text: string) => /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;

const dayOf = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
