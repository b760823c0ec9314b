import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';

const table = 'packages/contract/src/errors.ts';

/** Its errors become ours by their names. */
const libraryErrors = 'node_modules/oidc-provider/lib/helpers/errors.js';

/** Every code of the table has a place that answers it. The other way round is a matter of types. */
export const checkErrorCodes = () => {
  const codes = [...readFileSync(join(root, table), 'utf8').matchAll(/^ {2}'?([\w.]+)'?: \d{3},/gm)].map(
    ([, code]) => code,
  );
  if (codes.length === 0) return `No code was found in ${table}.`;
  const sources = ['contract', 'server', 'console', 'experience'].flatMap(sourcesOf).join('\n');
  const families = [...sources.matchAll(/`([a-z_]+\.[\w.]*)\$\{[^}]+\}([\w.]*)`/g)];
  const words = sources + readFileSync(join(root, libraryErrors), 'utf8');
  const isWord = word => [`'${word}'`, `"${word}"`, `\n  ${word}:`].some(text => words.includes(text));
  const isAnswered = code =>
    sources.includes(`'${code}'`) ||
    families.some(
      ([, start, end]) =>
        code.startsWith(start) &&
        code.endsWith(end) &&
        isWord(code.slice(start.length, code.length - end.length)),
    );
  const unused = codes.filter(code => !isAnswered(code));
  return unused.length > 0 ? `No source answers these errors:\n${unused.join('\n')}` : undefined;
};

const sourcesOf = name => {
  const folder = join('packages', name, 'src');
  return readdirSync(join(root, folder), { recursive: true })
    .map(path => join(folder, path).replaceAll('\\', '/'))
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path) && path !== table)
    .map(path => readFileSync(join(root, path), 'utf8'));
};
