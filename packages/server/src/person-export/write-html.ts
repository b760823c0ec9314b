import { createHash } from 'node:crypto';
import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { dateFormat } from '@gatehouse/phrases/formatters.ts';
import { directionOf } from '@gatehouse/phrases/languages.ts';
import { loadPhrases, type Namespaces } from '@gatehouse/phrases/load.ts';
import { createTranslator, type PhraseKey, type Translate } from '@gatehouse/phrases/translate.ts';
import { pageStyle } from './page-style.ts';
import type { PersonExport } from './person-export.ts';

type Key = PhraseKey<Namespaces['person']>;
type Words = { say: Translate<Key>; fields: Readonly<Record<string, string>>; language: string };

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`;

/** A page that needs nothing but itself: no scripts, no addresses to load, in light and dark, on paper too. */
export async function* writeHtml({ head, parts }: PersonExport, language: string) {
  const phrases = await loadPhrases(language, 'person');
  const words = { say: createTranslator<Key>(language, phrases), fields: phrases.fields, language };
  const { say } = words;
  const title = escapeHtml(say('title'));
  const intro = escapeHtml(say('intro', { date: moment(head.exportedAt, language) }));
  yield `<!doctype html><html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>${title}</title><style>${pageStyle}</style></head>\n` +
    `<body><main><h1>${title}</h1><p>${intro}</p><p><code>${escapeHtml(head.userId)}</code></p>\n`;
  yield `<nav><ul>${parts.map(({ name }) => `<li><a href="#${name}">${escapeHtml(say(`parts.${name}`))}</a></li>`).join('')}</ul></nav>\n`;
  for (const { name, items } of parts) {
    yield `<section id="${name}"><h2>${escapeHtml(say(`parts.${name}`))}</h2>\n`;
    let isEmpty = true;
    for await (const item of items) {
      isEmpty = false;
      yield `${writeItem(item, words)}\n`;
    }
    yield isEmpty ? `<p class="none">${escapeHtml(say('nothing'))}</p></section>\n` : '</section>\n';
  }
  yield '</main></body></html>\n';
}

const writeItem = (item: Record<string, unknown>, words: Words) => {
  const lines = Object.entries(item).filter(([, value]) => !isBlank(value));
  const label = (name: string) => escapeHtml(Object.hasOwn(words.fields, name) ? words.fields[name]! : name);
  return `<dl>${lines.map(([name, value]) => `<dt>${label(name)}</dt><dd>${writeValue(name, value, words)}</dd>`).join('')}</dl>`;
};

/** Below the fields that we name are those of others: profile data, log payloads. They keep their names. */
const writeValue = (name: string, value: unknown, words: Words): string => {
  if (typeof value === 'boolean') return escapeHtml(words.say(value ? 'yes' : 'no'));
  if (typeof value === 'string' && name.endsWith('At') && isTime(value))
    return `<time datetime="${escapeHtml(value)}">${escapeHtml(moment(value, words.language))}</time>`;
  if (value === null || typeof value !== 'object') return `<bdi>${escapeHtml(String(value))}</bdi>`;
  const entries = Object.entries(value).filter(([, each]) => !isBlank(each));
  if (Array.isArray(value) && value.every(each => typeof each !== 'object'))
    return entries.map(([, each]) => `<bdi>${escapeHtml(String(each))}</bdi>`).join(', ');
  return `<dl>${entries.map(([key, each]) => `<dt>${escapeHtml(key)}</dt><dd>${writeValue(key, each, words)}</dd>`).join('')}</dl>`;
};

const isTime = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

const isBlank = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const moment = (time: string, language: string) =>
  dateFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(new Date(time));
