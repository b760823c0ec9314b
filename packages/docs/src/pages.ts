import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorOf } from './anchors.ts';
import { contents } from './contents.ts';

export const docsFolder = fileURLToPath(new URL('../../../docs', import.meta.url));

/** The part of a page below one heading: search finds it, and the assistant quotes it. */
export type Passage = { id: string; slug: string; title: string; heading: string; text: string };

export type Page = {
  slug: string;
  section: string;
  title: string;
  /** The first paragraph, in plain text. */
  summary: string;
  markdown: string;
  /** The file below `docs/`, which relative links start from. */
  file: string;
  /** The day of the last change, where the history is available. */
  updated: string | undefined;
  passages: Passage[];
};

export const slugOf = (file: string) => file.replace(/^.*\/|\.md$/g, '');

/** Prints a page from the code, by the file that the table of contents names. */
export type PrintedPages = Readonly<Record<string, () => string>>;

/** All pages in reading order. */
export const loadPages = (printedPages: PrintedPages): Page[] => {
  const updates = readUpdates();
  return contents.flatMap(({ title, pages }) =>
    pages.map(file => {
      const printed = printedPages[file];
      const markdown = printed?.() ?? readFileSync(join(docsFolder, file), 'utf8');
      return readPage({ file, section: title, markdown, updated: updates.get(file) });
    }),
  );
};

const readPage = (source: Pick<Page, 'file' | 'section' | 'markdown' | 'updated'>): Page => {
  const slug = slugOf(source.file);
  const [, title = slug] = /^# (.+)$/m.exec(source.markdown) ?? [];
  const [, summary = ''] = /^# .+\n+([^#\n|`<].*(?:\n[^\n]+)*)/m.exec(source.markdown) ?? [];
  return {
    ...source,
    slug,
    title,
    summary: plain(summary),
    passages: passagesOf(slug, title, source.markdown),
  };
};

/** Headings inside fenced code are comments of a shell. The links to the next pages answer no question. */
const passagesOf = (slug: string, title: string, markdown: string): Passage[] => {
  const lines = markdown.split('\n');
  const passages: Passage[] = [];
  let isCode = false;
  for (const line of lines) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const [, heading] = (!isCode && /^##?#? (.+)$/.exec(line)) || [];
    const open = passages.at(-1);
    if (heading) passages.push({ id: `${slug}#${anchorOf(heading)}`, slug, title, heading, text: '' });
    else if (open) open.text += `${line}\n`;
  }
  return passages
    .map(passage => ({ ...passage, text: passage.text.trim() }))
    .filter(({ heading, text }) => text && heading !== 'Next');
};

const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The day on which each file last changed, by its path below `docs/`. Empty outside a clone. */
const readUpdates = () => {
  const updates = new Map<string, string>();
  let log = '';
  try {
    log = execFileSync('git', ['log', '--format=@%cs', '--name-only', '--relative', '--', '.'], {
      cwd: docsFolder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 26,
    });
  } catch {
    return updates;
  }
  let day = '';
  for (const line of log.split('\n')) {
    if (line.startsWith('@')) day = line.slice(1);
    else if (line && !updates.has(line)) updates.set(line, day);
  }
  return updates;
};
