import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';

/** The folders that use each namespace. Code samples for readers are not checked. */
const speakers = [
  { folder: 'console/src', namespace: 'console', ignored: /(guides|samples)\.ts$|\/(guides|samples)\// },
  { folder: 'experience/src', namespace: 'experience', ignored: /src\/(account|demo-app)\// },
  { folder: 'experience/src/account', namespace: 'account' },
  { folder: 'experience/src/demo-app', namespace: 'demo-app' },
  { folder: 'ui/src', namespace: 'kit' },
  // The server writes to developers and logs, too: only whether it asks for the words is known.
  { folder: 'server/src', namespace: 'connectors', ignored: /./ },
  { folder: 'server/src', namespace: 'messages', ignored: /./ },
  { folder: '', namespace: 'errors', ignored: /./ },
];

/** Props and fields whose strings people read. */
const readNames =
  /^(label|title|description|help|text|placeholder|message|alt|aria-label|aria-description|aria-roledescription|\w+(Label|Title|Text|Placeholder|Message|Help))$/;
const productName = 'Gatehouse';
const sentence = /\p{L}{2,} \p{L}{2,}/u;
/** No part of an address. */
const word = /^(?!\/).*\p{L}{2,}/su;

/** Every word that people read is in the phrases, and every phrase is read. */
export const checkWords = async () => {
  // Not before the packages are there: a fresh clone reads this file first.
  const { parseAst } = await import('rolldown/parseAst');
  const { auditKeys } = await import('@gatehouse/contract/audit.ts');
  const read = sources().map(file => readWords(file, parseAst));
  const known = new Set(read.flatMap(({ names, strings }) => [...names, ...strings]));
  const isKnown = name =>
    known.has(name) || (!name.includes('.') && namesIn(name).every(each => known.has(each)));
  const allKeys = new Set(speakers.flatMap(({ namespace }) => phraseKeys(namespace)));
  const complaints = speakers.flatMap(({ folder, namespace, ignored }) => {
    const keys = phraseKeys(namespace);
    const found = read.filter(({ file }) => file.startsWith(`packages/${folder}`));
    const misplaced = found.flatMap(({ file, sentences }) =>
      ignored?.test(file) ? [] : sentences.filter(({ text }) => !allKeys.has(text)).map(complain),
    );
    const strings = new Set(found.flatMap(({ strings: each }) => each));
    const patterns = found.flatMap(({ patterns: each }) => each);
    // A placeholder in a pattern must match a name in the sources, or several of them joined.
    const isSaid = text =>
      strings.has(text) || patterns.some(pattern => pattern.exec(text)?.slice(1).every(isKnown));
    const unused = keys.filter(key => !isSaid(key) && !splitsOf(key).some(parts => parts.every(isSaid)));
    return [...misplaced, ...unused.map(key => unasked(namespace, key))];
  });
  // The deliveries of all events share a sentence.
  const described = new Set(auditKeys.map(key => key.replace(/^TriggerHook\..*/, 'TriggerHook')));
  const unwritten = phraseKeys('audit').filter(key => !described.has(key));
  complaints.push(...unwritten.map(key => unasked('audit', key)));
  return complaints.length > 0 ? complaints.join('\n') : undefined;
};

const namesIn = text => text.match(/[\p{L}\p{N}-]+/gu) ?? [];

const unasked = (namespace, key) => `packages/phrases/src/en/${namespace}: nobody asks for ${key}`;

const complain = ({ file, line, text }) => `${file}:${line}: “${text.trim()}” belongs into the phrases`;

/** A phrase key whose group and name come from different files, as with a template. */
const splitsOf = key =>
  [...key.matchAll(/\./g)].map(({ index }) => [key.slice(0, index), key.slice(index + 1)]);

const sources = () =>
  readdirSync(join(root, 'packages'), { recursive: true })
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map(path => `packages/${path.replaceAll('\\', '/')}`);

const phraseKeys = namespace => {
  const keysOf = (node, prefix) =>
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
    );
  const folder = join(root, 'packages/phrases/src/en');
  const files = readdirSync(folder, { recursive: true }).map(path => path.replaceAll('\\', '/'));
  // A namespace is a file, and those of a folder with its name.
  const own = files.filter(path => path === `${namespace}.json` || path.startsWith(`${namespace}/`));
  const phrases = own.map(path => JSON.parse(readFileSync(join(folder, path), 'utf8')));
  const keys = new Set(phrases.flatMap(each => keysOf(each, '')));
  const stemOf = key => key.replace(/_(zero|one|two|few|many|other)$/, '');
  // A key with a plural suffix is a plural only if its `_other` form exists: “too_many” is none.
  return [...new Set([...keys].map(key => (keys.has(`${stemOf(key)}_other`) ? stemOf(key) : key)))];
};

/** The strings of a file: those that are sentences are out of place, the others may be keys of phrases. */
const readWords = (file, parseAst) => {
  const code = readFileSync(join(root, file), 'utf8');
  const words = { file, strings: [], names: [], patterns: [], sentences: [] };
  const complain = (node, text) => {
    if (text.trim() === productName) return;
    const line = code.slice(0, node.start).split('\n').length;
    words.sentences.push({ file, line, text });
  };
  const visit = (node, parent, isRead) => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, parent, isRead);
      return;
    }
    if (typeof node?.type !== 'string' || isUnread(node, parent)) return;
    if (node.type === 'JSXText' && /\p{L}/u.test(node.value)) complain(node, node.value);
    if (node.type === 'Literal' && typeof node.value === 'string') {
      words.strings.push(node.value);
      words.names.push(...namesIn(node.value));
      if (sentence.test(node.value) || (isRead && word.test(node.value))) complain(node, node.value);
    }
    if (node.type === 'Property') words.names.push(...namesIn(String(node.key.name ?? node.key.value)));
    if (node.type === 'TemplateLiteral') {
      const parts = node.quasis.map(({ value }) => value.cooked);
      words.names.push(...parts.flatMap(namesIn));
      if (/^[a-z_.]*[a-z][a-z_.]*$/.test(parts.join('')) && node.expressions.length > 0) {
        words.patterns.push(new RegExp(`^${parts.map(RegExp.escape).join('(.+)')}$`));
      }
      if (parts.some(part => sentence.test(part) || (isRead && word.test(part))))
        complain(node, parts.join('…'));
    }
    for (const [name, child] of Object.entries(node)) {
      if (typeof child === 'object' && child) visit(child, node, isReadPart(node, name, parent, isRead));
    }
  };
  visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body, undefined, false);
  return words;
};

/** Imports, types, what a developer reads in a stack trace, and words of others that are only recognized. */
const isUnread = (node, parent) => {
  if (/^(Import|TS(?!AsExpression|SatisfiesExpression|NonNullExpression))/.test(node.type)) return true;
  if (!/^(Literal|TemplateLiteral|LogicalExpression)$/.test(node.type)) return false;
  if (parent?.type === 'NewExpression') return /Error$/.test(parent.callee.name);
  return (parent?.type === 'BinaryExpression' && parent.operator !== '+') || parent?.callee?.type === 'Super';
};

/** Whether users read this part of a node: a child of an element, or the value of a prop with a readable name. */
const isReadPart = (node, part, parent, isRead) => {
  if (node.type === 'JSXExpressionContainer') return isRead || /^JSX(Element|Fragment)$/.test(parent?.type);
  if (/^(Conditional|Logical)Expression$/.test(node.type)) return isRead && part !== 'test';
  return part === 'value' && hasReadName(node);
};

const hasReadName = ({ type, name, key }) =>
  (type === 'JSXAttribute' && readNames.test(name.name)) ||
  (type === 'Property' && readNames.test(key.name ?? key.value));
