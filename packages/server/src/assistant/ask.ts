import type { AssistantEvent, AssistantQuestion } from '@gatehouse/contract/assistant.ts';
import { anchorOf } from '@gatehouse/docs/anchors.ts';
import type { Passage } from '@gatehouse/docs/pages.ts';
import type { Environment } from '../env.ts';
import { inEnglish } from './english.ts';
import { streamCompletion } from './model.ts';
import type { DocsSearch } from './search.ts';

const passagesQuoted = 3;
const passagesForModel = 6;

/** Yields the sources of the answer first, then the answer piece by piece. */
export async function* ask(
  { messages }: AssistantQuestion,
  dependencies: {
    env: Environment;
    search: DocsSearch;
    docsUrl: string;
    language: string;
    signal: AbortSignal;
  },
): AsyncGenerator<AssistantEvent> {
  const { env, search, docsUrl, language, signal } = dependencies;
  // Earlier questions show what "it" refers to, but the last question has priority.
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const question = await inEnglish(language, asked.at(-1) ?? '');
  const found = search(question, env.ASSISTANT_URL ? passagesForModel : passagesQuoted);
  const passages = found.length > 0 ? found : search(asked.join(' '), passagesQuoted);
  const view = ({ slug, title, heading, text }: Passage) => ({
    title: heading === title ? title : `${title}: ${heading}`,
    url: `${docsUrl}/${slug}#${anchorOf(heading)}`,
    excerpt: excerptOf(text),
  });
  if (!env.ASSISTANT_URL) {
    yield { type: 'passages', passages: passages.map(view) };
    return;
  }
  yield { type: 'sources', sources: passages.map(view).map(({ title, url }) => ({ title, url })) };
  const pieces = streamCompletion(env, { messages, context: passages.map(contextOf).join('\n\n') }, signal);
  for await (const text of pieces) yield { type: 'text', text };
}

const excerptLength = 420;

/** The beginning of a passage, as running text with its points below each other, that ends with a sentence where it can. */
const excerptOf = (markdown: string) => {
  const text = markdown
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/^\|.*$/gm, ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^ *(?:[-*]|\d+\.) /gm, '• ')
    .replace(/[*`#>]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?• /g, '\n• ')
    .trim();
  if (text.length <= excerptLength) return text;
  const cut = text.slice(0, excerptLength);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('.\n'));
  return end > excerptLength / 2 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))} …`;
};

const contextOf = ({ title, heading, text }: Passage) => `## ${title}: ${heading}\n${text}`;
