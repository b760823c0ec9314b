import { escapeHtml } from '../messages/escape-html.ts';
import { anchorOf } from './guides.ts';

/** The Markdown of our own guides as HTML: headings, paragraphs, lists, tables, code. Anything else is text. */
export const renderMarkdown = (markdown: string) => blocksOf(markdown).map(renderBlock).join('\n');

/** Blocks are parted by empty lines, except within fences. */
const blocksOf = (markdown: string) =>
  markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .flatMap(part => (part.startsWith('```') ? [part] : part.split(/\n{2,}|(?<=^#.*)\n/m)))
    .map(block => block.trim())
    .filter(Boolean);

const renderBlock = (block: string) => {
  const lines = block.split('\n');
  const [first = ''] = lines;
  const heading = /^(#{1,4}) (.+)$/.exec(first);
  if (heading) {
    const [, marks = '', words = ''] = heading;
    return `<h${marks.length} id="${anchorOf(words)}">${inline(words)}</h${marks.length}>`;
  }
  if (first.startsWith('```')) return `<pre><code>${escapeHtml(lines.slice(1, -1).join('\n'))}</code></pre>`;
  if (first.startsWith('|')) return renderTable(lines);
  if (/^[-*] /.test(first)) return `<ul>${items(block, /^[-*] /m)}</ul>`;
  if (/^\d+\. /.test(first)) return `<ol>${items(block, /^\d+\. /m)}</ol>`;
  return `<p>${inline(block)}</p>`;
};

const items = (block: string, mark: RegExp) =>
  block
    .split(mark)
    .filter(Boolean)
    .map(item => `<li>${inline(item.trim())}</li>`)
    .join('');

const renderTable = (lines: string[]) => {
  const [head = '', , ...rows] = lines;
  const cells = (line: string, tag: 'th' | 'td') =>
    line
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map(cell => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('');
  const body = rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('');
  return `<div class="table"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body}</tbody></table></div>`;
};

const inline = (text: string) =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+|[\w./#-]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\n/g, ' ');
