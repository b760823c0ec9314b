import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { Marked } from 'marked';
import { anchorOf } from './anchors.ts';
import { codeBox } from './code-box.ts';
import { docsFolder, type Page, slugOf } from './pages.ts';
import { drawSequence } from './sequence.ts';
import { drawTable } from './table.ts';

export type Links = {
  /** The address of a page. */
  page(slug: string): string;
  /** The address of a file beside the pages. */
  asset(name: string): string;
};

/** The HTML of a page. Links between pages lead to the site, other files of the repository are named only. */
export const renderPage = ({ markdown, file }: Page, links: Links, slugs: ReadonlySet<string>): string => {
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(plainText(text));
        const link =
          depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(href, links, slugs);
        if (address === undefined) return text;
        const isOutside = /^https?:/.test(address);
        return `<a href="${escapeHtml(address)}"${isOutside ? ' rel="noopener"' : ''}>${text}</a>`;
      },
      image({ href, text }) {
        const path = normalize(join(dirname(file), href));
        if (!path.endsWith('.svg'))
          return `<img src="${escapeHtml(links.asset(path))}" alt="${escapeHtml(text)}" loading="lazy">`;
        return `<figure>${readFileSync(join(docsFolder, path), 'utf8')}</figure>`;
      },
      table(token) {
        const inline = ({ tokens }: (typeof token.header)[number]) => this.parser.parseInline(tokens);
        const columns = token.header.map(cell => ({
          html: inline(cell),
          name: cell.text.replaceAll('`', ''),
        }));
        const rows = token.rows.map(cells => cells.map(inline));
        return `${drawTable(columns, rows)}\n`;
      },
      code: ({ text, lang }) => renderCode(text, lang),
    },
  });
  return marked.parse(markdown, { async: false });
};

/** The first word after a fence is the language; the others say how the block is tested. */
const renderCode = (code: string, info = '') => {
  const [language = ''] = info.split(' ');
  if (language === 'mermaid') return `<figure>${drawSequence(code)}</figure>\n`;
  return `${codeBox(code, language)}\n`;
};

/** Nothing for files that are not on the site. */
export const addressOf = (href: string, links: Links, slugs: ReadonlySet<string>): string | undefined => {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const slug = slugOf(path);
  if (!slugs.has(slug)) return undefined;
  return `${links.page(slug)}${anchor ? `#${anchor}` : ''}`;
};

const plainText = (markdown: string) => markdown.replace(/[*`]/g, '').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');
