import { escapeHtml } from '@gatehouse/contract/escape-html.ts';

const mark =
  '<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 21V11a9 9 0 0 1 18 0v10"/><path d="M8.5 21v-9.5a3.5 3.5 0 0 1 7 0V21"/><path d="M2 21h20"/></svg>';

type Frame = {
  title: string;
  description: string;
  /** The name of the script and of its style sheet. */
  script: 'docs' | 'reference';
  asset: (name: string) => string;
  home: { href: string; label: string };
  /** The URL of the passages to search, and the URL of a page with `{slug}` in it. */
  search: { label: string; source: string; pages: string };
  outside: readonly { href: string; text: string }[];
  /** The entries of the side list. */
  navigation: string;
  body: string;
};

/** The layout of every page of the documentation and of the API reference. */
export const frame = (page: Frame) => {
  const { title, description, script, asset, home, search, outside, navigation, body } = page;
  const more = outside.map(({ href, text }) => `<a href="${href}">${escapeHtml(text)}</a>`).join('');
  return `<!doctype html>
<html lang="en" data-search="${search.source}" data-pages="${search.pages}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Gatehouse</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="${asset('favicon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset(`${script}.css`)}">
<script src="${asset('appearance.js')}"></script>
<script type="module" src="${asset(`${script}.js`)}"></script>
</head>
<body class="${script}">
<a class="skip" href="#content">Skip to content</a>
<header>
<button type="button" class="menu" aria-expanded="false" aria-controls="pages">Menu</button>
<a class="brand" href="${home.href}">${mark}<strong>Gatehouse</strong><span>${home.label}</span></a>
<div class="search" role="search"><input type="search" placeholder="${search.label}" aria-label="${search.label}" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd><div id="results" role="listbox" aria-label="Search results" hidden></div></div>
<div class="more">${more}<button type="button" class="appearance" aria-label="Switch between light and dark mode"></button></div>
</header>
<nav id="pages" class="pages" aria-label="Pages"><ul>${navigation}</ul></nav>
${body}
</body>
</html>
`;
};
