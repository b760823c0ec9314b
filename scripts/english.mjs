import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allowed, britishSpellings, names, telltales, verbs } from './english-rules.mjs';
import { root } from './install-if-needed.mjs';
import { namespacesOf, phrasesOf } from './phrases.mjs';

/** The phrase namespace that the sources of each folder use. The longest matching folder counts. */
const speakers = [
  { folder: 'packages/console/src/', namespace: /^console(\/|$)/ },
  { folder: 'packages/experience/src/', namespace: /^experience$/ },
  { folder: 'packages/experience/src/account/', namespace: /^account$/ },
  { folder: 'packages/experience/src/demo-app/', namespace: /^demo-app$/ },
  { folder: 'packages/ui/src/', namespace: /^kit$/ },
];

/** Props and fields whose text is on a button. */
const buttonProps = /^(submit|confirm|cancel|add|send|stop|delete)Label$/;

/** Checks the English phrases against the style guide: wording, spelling, sentence case and buttons. */
export const checkEnglish = async () => {
  // Imported late: a fresh clone reads this file before the packages are installed.
  const { parseAst } = await import('rolldown/parseAst');
  const phrases = namespacesOf('en').flatMap(namespace =>
    [...phrasesOf('en', namespace).values()].map(({ path, forms }) => ({
      namespace,
      key: path.join('.'),
      texts: Object.values(forms),
    })),
  );
  const buttons = sources().flatMap(file => {
    const code = readFileSync(join(root, file), 'utf8');
    const { namespace } = speakerOf(file);
    return findButtonKeys(parseAst(code, { lang: 'tsx' }).body).map(key => ({ namespace, key }));
  });
  const isButton = ({ namespace, key }) =>
    buttons.some(button => button.namespace.test(namespace) && button.key.test(key));
  const complaints = phrases.flatMap(phrase => findFaults({ ...phrase, isButton: isButton(phrase) }));
  return complaints.length > 0 ? complaints.join('\n') : undefined;
};

/** Finds violations of the style guide in a phrase, one line per rule. */
export const findFaults = ({ namespace, key, texts, isButton }) => {
  const name = `${namespace}: ${key}`;
  const isAllowed = rule =>
    allowed[rule].some(each => (each.endsWith('.*') ? name.startsWith(each.slice(0, -1)) : name === each));
  const complain = (rule, what, text) =>
    isAllowed(rule) ? [] : [`packages/phrases/src/en/${namespace}.json ${key}: ${rule}: ${what}: “${text}”`];
  return texts.flatMap(text => {
    const prose = withoutCode(text);
    return [
      ...telltales.flatMap(({ pattern, say }) =>
        pattern.test(prose) ? complain('wording', `“${pattern.exec(prose)[0]}”, say ${say}`, text) : [],
      ),
      ...britishSpellings.flatMap(pattern =>
        pattern.test(prose) ? complain('US spelling', `“${pattern.exec(prose)[0]}”`, text) : [],
      ),
      ...capitalsOf(prose)
        .slice(0, 1)
        .flatMap(word => complain('sentence case', `“${word}”`, text)),
      ...(isButton && !startsWithVerb(prose) ? complain('button', 'does not start with a verb', text) : []),
    ];
  });
};

/** Values, addresses and code are not ours to write. */
const withoutCode = text => text.replace(/\{\{.*?\}\}|`[^`]*`|https?:\/\/\S+|\p{L}+\.\p{L}\S*/gu, '…');

/** Words of a label that are written like a title. Sentences may name screens and settings. */
const capitalsOf = text => {
  if (/[.?!…:]$|[.?!:] /.test(text)) return [];
  const [, ...rest] = text.replace(/“[^”]*”|\([^)]*\)/g, '…').split(/\s+/);
  return rest.filter(word => /^\p{Lu}\p{Ll}+$/u.test(word) && !names.has(word));
};

const startsWithVerb = text => {
  const [word = ''] = /^[\p{L}’'-]+/u.exec(text) ?? [];
  return verbs.has(word.toLowerCase());
};

const sources = () =>
  readdirSync(join(root, 'packages'), { recursive: true })
    .map(path => `packages/${path.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && speakerOf(path));

const speakerOf = path => speakers.findLast(({ folder }) => path.startsWith(folder));

/** Patterns of the keys whose texts are on buttons: children of a button, and props that are named so. */
export const findButtonKeys = body => {
  const keys = [];
  const visit = (node, isOnButton) => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, isOnButton);
      return;
    }
    if (typeof node?.type !== 'string') return;
    if (node.type === 'JSXElement') {
      visit(node.openingElement.attributes, false);
      visit(node.children, isButtonName(node.openingElement.name.name));
      return;
    }
    if (isMenuItem(node)) {
      for (const { key, value } of node.properties) visit(value, key?.name === 'label');
      return;
    }
    if (/^(JSXAttribute|Property)$/.test(node.type)) {
      visit(node.value, buttonProps.test(node.name?.name ?? node.key?.name));
      return;
    }
    if (isOnButton && node.type === 'CallExpression' && node.callee.name === 't') {
      keys.push(...keysOf(node.arguments[0]));
      return;
    }
    if (node.type === 'ConditionalExpression') visit(node.test, false);
    const parts =
      node.type === 'ConditionalExpression' ? [node.consequent, node.alternate] : childrenOf(node);
    visit(parts, isOnButton);
  };
  visit(body, false);
  return keys;
};

/** An item that does something when it is selected. Links are named after their target. */
const isMenuItem = node => {
  if (node.type !== 'ObjectExpression') return false;
  const names = node.properties.map(({ key }) => key?.name);
  return names.includes('label') && names.includes('onSelect') && !names.includes('kind');
};

const isButtonName = name => /^(?!Icon|Copy)\w*Button$/.test(name ?? '');

const childrenOf = node => Object.values(node).filter(child => typeof child === 'object' && child);

const keysOf = node => {
  if (node?.type === 'Literal') return [new RegExp(`^${RegExp.escape(String(node.value))}$`)];
  if (node?.type === 'ConditionalExpression') return [...keysOf(node.consequent), ...keysOf(node.alternate)];
  if (node?.type === 'TSAsExpression') return keysOf(node.expression);
  if (node?.type !== 'TemplateLiteral') return [];
  const parts = node.quasis.map(({ value }) => RegExp.escape(value.cooked));
  return [new RegExp(`^${parts.join('.+')}$`)];
};

if (process.argv[1] === import.meta.filename) {
  const complaints = await checkEnglish();
  console.log(complaints ?? 'Every English phrase follows the style guide.');
  process.exitCode = complaints ? 1 : 0;
}
