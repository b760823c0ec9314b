import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { anchorOf } from './anchors.ts';
import { contents } from './contents.ts';
import type { Links } from './markdown.ts';
import type { Page } from './pages.ts';

const mark =
  '<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 21V11a9 9 0 0 1 18 0v10"/><path d="M8.5 21v-9.5a3.5 3.5 0 0 1 7 0V21"/><path d="M2 21h20"/></svg>';

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
  return frame(site, {
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
  return frame(site, {
    title: 'Documentation',
    description: 'Guides, concepts and reference for Gatehouse.',
    slug: '',
    body: `<main id="content" tabindex="-1" class="home"><h1>Gatehouse documentation</h1><p class="lead">Add sign-in to your applications, protect your APIs, and run it all yourself.</p>${sections.join('')}</main>`,
  });
};

const frame = (
  { pages, links, outside }: Site,
  { title, description, slug, body }: { title: string; description: string; slug: string; body: string },
) => {
  const sections = contents.map(section => {
    const items = pages
      .filter(page => page.section === section.title)
      .map(page => {
        const current = page.slug === slug ? ' aria-current="page"' : '';
        return `<li><a href="${links.page(page.slug)}"${current}>${escapeHtml(page.title)}</a></li>`;
      });
    return `<li><strong>${escapeHtml(section.title)}</strong><ul>${items.join('')}</ul></li>`;
  });
  const more = outside.map(({ href, text }) => `<a href="${href}">${escapeHtml(text)}</a>`).join('');
  return `<!doctype html>
<html lang="en" data-search="${links.asset('passages.json')}" data-pages="${links.page('{slug}')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Gatehouse</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="${links.asset('favicon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${links.asset('docs.css')}">
<script src="${links.asset('appearance.js')}"></script>
<script type="module" src="${links.asset('docs.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<button type="button" class="menu" aria-expanded="false" aria-controls="pages">Menu</button>
<a class="brand" href="${links.page('')}">${mark}<strong>Gatehouse</strong><span>Docs</span></a>
<div class="search" role="search"><input type="search" placeholder="Search the docs" aria-label="Search the docs" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd><div id="results" role="listbox" aria-label="Search results" hidden></div></div>
<div class="more">${more}<button type="button" class="appearance" aria-label="Switch between light and dark mode"></button></div>
</header>
<nav id="pages" class="pages" aria-label="Pages"><ul>${sections.join('')}</ul></nav>
${body}
</body>
</html>
`;
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
