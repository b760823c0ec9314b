import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './install-if-needed.mjs';

const folder = join(root, 'packages/phrases/src');
const pluralSuffix = /_(zero|one|two|few|many|other)$/;

const read = path =>
  existsSync(join(folder, path)) ? JSON.parse(readFileSync(join(folder, path), 'utf8')) : {};

/** The files of phrases of a language, by their names without the ending. */
export const namespacesOf = language =>
  readdirSync(join(folder, language), { recursive: true })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.json') && path !== 'glossary.json')
    .map(path => path.slice(0, -'.json'.length))
    .sort();

/** The texts of a file in their order, each with the path to it. */
const textsOf = (node, path = []) =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ path: [...path, key], text: value }] : textsOf(value, [...path, key]),
  );

/** Forms that a language needs of a plural; the `many` of Romance languages is for millions, and may be the `other`. */
export const pluralFormsOf = language =>
  new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter(form => form !== 'many' || !/^(es|fr|it|pt)/.test(language));

const stemOf = path => [...path.slice(0, -1), path.at(-1).replace(pluralSuffix, '')];

/** A key with a plural suffix is a plural only if English has its `_other` form: “too_many” is none. */
const pluralStems = namespace =>
  new Set(
    textsOf(read(`en/${namespace}.json`))
      .filter(({ path }) => path.at(-1).endsWith('_other'))
      .map(({ path }) => JSON.stringify(stemOf(path))),
  );

/** The phrases of a file as they are asked for: one text, or the forms of a plural. */
export const phrasesOf = (language, namespace) => {
  const plurals = pluralStems(namespace);
  const phrases = new Map();
  for (const { path, text } of textsOf(read(`${language}/${namespace}.json`))) {
    const isForm = plurals.has(JSON.stringify(stemOf(path)));
    const ownPath = isForm ? stemOf(path) : path;
    const key = JSON.stringify(ownPath);
    const phrase = phrases.get(key) ?? {
      path: ownPath,
      name: `${namespace}: ${ownPath.join('.')}`,
      forms: {},
    };
    phrase.forms[(isForm && pluralSuffix.exec(path.at(-1))?.[1]) || 'text'] = text;
    phrases.set(key, phrase);
  }
  return phrases;
};

export const isPlural = ({ forms }) => !('text' in forms);

/** Phrases that English has and the language lacks, in whole or in some plural forms. */
export const missingPhrases = (language, namespace) => {
  const own = phrasesOf(language, namespace);
  const needed = pluralFormsOf(language);
  return [...phrasesOf('en', namespace)].flatMap(([key, phrase]) => {
    const forms = own.get(key)?.forms ?? {};
    const isThere = isPlural(phrase) ? needed.every(form => form in forms) : 'text' in forms;
    return isThere ? [] : [phrase];
  });
};

const placeholders = text => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name).sort();

/**
 * Whether a translation has the same placeholders, each as often. “One role” may leave the number out, even if
 * English does not.
 */
export const hasSameValues = (english, form, text) => {
  const wanted = placeholders(english.forms.other ?? english.forms.text);
  const found = placeholders(text);
  const left = wanted.filter(value => !found.includes(value));
  const mayLeaveOut = ['zero', 'one', 'two'].includes(form) ? 1 : 0;
  return left.length <= mayLeaveOut && [...found, ...left].sort().join() === wanted.sort().join();
};

const glossaryRow = "\nexport const glossary = () => import('./glossary.json', { with: { type: 'json' } });";

/** The files of a language as a module: the words of every screen with it, those of single areas when they are asked for. */
const indexText = language => {
  const everywhere = ['console', 'kit'];
  const rows = namespacesOf('en').map(namespace => {
    const key = /\W/.test(namespace) ? `'${namespace}'` : namespace;
    if (everywhere.includes(namespace)) return `  ${key}: () => Promise.resolve({ default: ${namespace} }),`;
    const file = `import('./${namespace}.json', { with: { type: 'json' } }),`;
    const row = `  ${key}: () => ${file}`;
    return row.length > 110 ? `  ${key}: () =>\n    ${file}` : row;
  });
  return [
    '// Written by `node scripts/phrases.mjs index`.',
    ...everywhere.map(name => `import ${name} from './${name}.json' with { type: 'json' };`),
    '',
    'export const phrases = {',
    ...rows,
    '};',
    ...(language === 'en' ? [] : [glossaryRow]),
    '',
  ].join('\n');
};

export const languagesWithPhrases = () =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []));

/** The modules that are not what the files of phrases want, with what they should be. */
export const staleIndexes = () =>
  languagesWithPhrases().flatMap(language => {
    const path = join(folder, language, 'index.ts');
    const text = indexText(language);
    return existsSync(path) && readFileSync(path, 'utf8') === text ? [] : [{ path, text }];
  });

const printMissing = (language, only) => {
  for (const namespace of only ? [only] : namespacesOf('en')) {
    const missing = missingPhrases(language, namespace);
    if (missing.length > 0) console.log(`# ${namespace} ${missing.length}`);
    for (const [index, phrase] of missing.entries()) {
      const forms = isPlural(phrase) ? `.{${pluralFormsOf(language)}}` : '';
      console.log(`${index + 1}${forms} ${oneLine(Object.values(phrase.forms).join(' / '))}`);
    }
  }
};

const oneLine = text => text.replaceAll('\n', '\\n');

/** `# namespace 34` begins a file, with how many were missing when it was printed; `12 text` is the twelfth missing phrase, `12.few text` one of its plural forms. */
const fill = (language, file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const filled = new Map();
  const complaints = [];
  let namespace;
  for (const line of lines) {
    const [, title, count] = /^# (\S+) (\d+)$/.exec(line) ?? [];
    if (title) {
      const missing = missingPhrases(language, title);
      if (missing.length !== Number(count)) {
        throw new Error(
          `${title}: ${missing.length} are missing, not ${count}. The numbers have changed: print them anew.`,
        );
      }
      namespace = title;
      filled.set(namespace, { missing, texts: new Map() });
      continue;
    }
    const [, number, , form = 'text', text] = /^(\d+)(\.(\w+))? (.+)$/.exec(line) ?? [];
    if (!number) {
      if (line.trim()) complaints.push(`${namespace}: not understood: ${line}`);
      continue;
    }
    const { missing, texts } = filled.get(namespace);
    const phrase = missing[number - 1];
    const needed = !phrase ? [] : isPlural(phrase) ? pluralFormsOf(language) : ['text'];
    if (!phrase) complaints.push(`${namespace} ${number}: no such number`);
    else if (!needed.includes(form)) complaints.push(`${namespace} ${number}: wants ${needed}, not ${form}`);
    else if (!hasSameValues(phrase, form, text)) {
      complaints.push(
        `${namespace} ${number}: values differ from “${Object.values(phrase.forms).at(-1)}”: ${text}`,
      );
    } else texts.set(`${JSON.stringify(phrase.path)} ${form}`, text.trim().replaceAll('\\n', '\n'));
  }
  for (const [each, { texts }] of filled) write(language, each, texts);
  for (const complaint of complaints) console.error(complaint);
  for (const each of filled.keys()) {
    console.log(`${language} ${each}: ${missingPhrases(language, each).length} still missing`);
  }
};

/** The new file of a language: in the order of English, with existing and added phrases. */
const write = (language, namespace, texts) => {
  const own = phrasesOf(language, namespace);
  const result = {};
  for (const [key, phrase] of phrasesOf('en', namespace)) {
    const forms = isPlural(phrase)
      ? new Intl.PluralRules(language).resolvedOptions().pluralCategories
      : ['text'];
    for (const form of forms) {
      const text = texts.get(`${key} ${form}`) ?? own.get(key)?.forms[form];
      if (text === undefined) continue;
      let node = result;
      for (const part of phrase.path.slice(0, -1)) node = node[part] ??= {};
      node[phrase.path.at(-1) + (form === 'text' ? '' : `_${form}`)] = text;
    }
  }
  const path = join(folder, language, `${namespace}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(result, undefined, 2)}\n`);
};

if (process.argv[1] === import.meta.filename) {
  const [command, language, argument] = process.argv.slice(2);
  if (command === 'missing' && language) printMissing(language, argument);
  else if (command === 'fill' && language && argument) fill(language, argument);
  else if (command === 'index') for (const { path, text } of staleIndexes()) writeFileSync(path, text);
  else {
    console.error(`node scripts/phrases.mjs missing <language> [namespace]   prints what is not translated
node scripts/phrases.mjs fill <language> <file>             takes in the printed lines, translated
node scripts/phrases.mjs index                              after a new file of phrases`);
  }
}
