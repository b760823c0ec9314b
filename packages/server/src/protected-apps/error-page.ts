import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { directionOf } from '@gatehouse/phrases/languages.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import type { ErrorBody } from '../http/errors.ts';

const styles = `
  :root { color-scheme: light dark; font-family: Inter, system-ui, sans-serif; line-height: 1.5 }
  body { margin: 0; min-block-size: 100vh; display: grid; place-content: center; padding: 1.5rem;
    background: light-dark(#f7f8fa, #101317); color: light-dark(#181d25, #eceff3) }
  main { max-inline-size: 26rem; text-align: center }
  h1 { font-size: 1.25rem; margin-block: 0 0.5rem }
  p { margin-block: 0 1.5rem; overflow-wrap: anywhere }
  a { color: inherit; display: inline-block; padding: 0.5rem 1rem; border: 1px solid currentColor;
    border-radius: 0.5rem; text-decoration: none }
  a:focus-visible { outline: 2px solid; outline-offset: 2px }
  small { display: block; margin-block-start: 2rem; opacity: 0.75 }`;

/** Needs no other file: every other address of its host belongs to the site. */
export const printErrorPage = async (
  { code, message }: ErrorBody,
  language: string,
  { site = '', again }: { site: string | undefined; again: string },
) => {
  const { not_loaded: words } = await loadPhrases(language, 'experience');
  return (
    `<!doctype html><html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(site || words.title)}</title>` +
    `<style>${styles}</style></head><body><main><h1>${escapeHtml(words.title)}</h1>` +
    `<p>${escapeHtml(message)}</p><a href="${escapeHtml(again)}">${escapeHtml(words.action)}</a>` +
    `<small>${escapeHtml(code)}</small></main></body></html>`
  );
};
