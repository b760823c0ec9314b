import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { directionOf } from '@gatehouse/phrases/languages.ts';

/** `<` must not end the script element that the data sits in. */
const toInlineJson = (data: unknown) => JSON.stringify(data).replace(/</g, '\\u003c');

/**
 * Puts data where the page has its mark, so that its first screen needs no request. It is data, not a script: no
 * policy forbids it.
 */
export const inlineData = (
  html: string,
  id: 'gatehouse-data' | 'gatehouse-bootstrap' | 'gatehouse-reference',
  data: unknown,
  language: string,
) =>
  html
    .replace('<html lang="en">', () => `<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">`)
    .replace(
      `<!--${id}-->`,
      () => `<script type="application/json" id="${id}">${toInlineJson(data)}</script>`,
    );

type PlainPage = { title: string; body: string; isWide?: boolean; language?: string };

/** A standalone page where no app is involved. */
export const plainPage = ({ title, body, isWide, language = 'en' }: PlainPage) =>
  `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><link rel="icon" href="/experience/favicon.svg"><link rel="stylesheet" href="/plain/page.css"></head>` +
  `<body><main${isWide ? ' class="wide"' : ''}><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
