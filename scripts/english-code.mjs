import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allowed, britishSpellings, codeTelltales } from './english-rules.mjs';
import { root } from './install-if-needed.mjs';

/** Folders with prose to check. Migrations are never edited again, and dependencies of tests are not ours. */
const folders = ['packages', 'scripts', 'e2e', 'bench'];
const skipped = /(^|\/)(node_modules|dist|\.cache|gallery-dist|migrations)(\/|$)/;

/** Checks comments and titles of tests against the style guide. */
export const checkEnglishOfCode = () => {
  const complaints = sources().flatMap(file =>
    findCodeFaults(readFileSync(join(root, file), 'utf8')).flatMap(({ line, rule, what, text }) =>
      allowed[rule].includes(file) ? [] : [`${file}:${line}: ${rule}: ${what}: “${text}”`],
    ),
  );
  return complaints.length > 0 ? complaints.join('\n') : undefined;
};

/** Finds violations of the style guide in the comments and test titles of a source file. */
export const findCodeFaults = code =>
  [...commentsOf(code), ...titlesOf(code)].flatMap(({ text, index }) => {
    const prose = text.replace(/`[^`]*`|https?:\/\/\S+|“[^”]*”|"[^"]*"/g, '…');
    const line = code.slice(0, index).split('\n').length;
    const complain = (rule, pattern, say) =>
      pattern.test(prose)
        ? [
            {
              line,
              rule,
              what: `“${pattern.exec(prose)[0]}”${say ? `, say ${say}` : ''}`,
              text: text.slice(0, 160),
            },
          ]
        : [];
    return [
      ...codeTelltales.flatMap(({ pattern, say }) => complain('wording', pattern, say)),
      ...britishSpellings.flatMap(pattern => complain('US spelling', pattern)),
    ];
  });

/** Strings are matched too, so that addresses in them are not taken for comments. */
const tokens =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<![:\\])\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

const commentsOf = code =>
  [...code.matchAll(tokens)]
    .filter(([token]) => token.startsWith('/'))
    .map(({ 0: token, index }) => ({
      index,
      text: token
        .replace(/^\/\*+|\*+\/$|^\/\/|^\s*\* ?/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    }))
    .filter(({ text }) => !/^(biome-ignore|@ts-|eslint)/.test(text));

const title =
  /\b(?:test|it|describe)(?:\.\w+)*(?:\((?:[^()'"`]|\([^()]*\)|'[^']*')*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

const titlesOf = code => [...code.matchAll(title)].map(({ 2: text, index }) => ({ text, index }));

const sources = () =>
  folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true })
      .map(path => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter(path => /\.(tsx?|mjs|css)$/.test(path) && !skipped.test(path)),
  );

if (process.argv[1] === import.meta.filename) {
  const complaints = checkEnglishOfCode();
  console.log(complaints ?? 'Every comment and title follows the style guide.');
  process.exitCode = complaints ? 1 : 0;
}
