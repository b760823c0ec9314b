import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './install-if-needed.mjs';

const server = 'packages/server/src';

/** Imports flow one way: what a folder may not reach, and why. Tests may reach anything. */
const rules = [
  {
    from: '^packages/contract/',
    to: '^(packages/(?!contract/)|node:)',
    why: 'The contract is data: it knows nobody.',
  },
  { from: '^packages/phrases/', to: '^packages/(?!phrases/|contract/)', why: 'Phrases are data.' },
  {
    from: '^packages/ui/',
    to: '^packages/(?!ui/|phrases/src/(formatters|translate|en/kit\\.))',
    why: 'The kit knows no product: only its own words, and how languages write numbers and dates.',
  },
  {
    from: '^packages/docs/',
    to: '^packages/(?!docs/|contract/|phrases/)',
    why: 'The documentation is given what it prints.',
  },
  {
    from: '^packages/server/',
    to: '^packages/(ui|console|experience)/',
    why: 'The server serves built files.',
  },
  {
    from: '^packages/console/',
    to: '^packages/(server|experience)/',
    why: 'The apps never import each other.',
  },
  {
    from: '^packages/experience/',
    to: '^packages/(server|console)/',
    why: 'The apps never import each other.',
  },
  {
    from: '^packages/console/src/areas/([^/]+)/',
    to: '^packages/console/src/areas/(?!$1/)[^/]+/',
    why: 'What two areas need belongs to pickers/ or to the kit.',
  },
  {
    from: `^${server}/database/`,
    to: `^${server}/(api|oidc|domain|http|audit|demo|cli|metrics|app|listener|main)`,
    why: 'The database knows nobody above it.',
  },
  {
    from: `^${server}/domain/`,
    to: `^${server}/(api|http|oidc|pages|cli|app|listener|main|services)`,
    why: 'Rules know nothing of requests.',
  },
  {
    from: `^${server}/http/`,
    to: `^${server}/(api|oidc|pages|saml|sso|assistant|openapi|uploads|user-jobs|custom-domains|protected-apps)/`,
    why: 'It is the way of a request; features are mounted on it.',
  },
  {
    from: `^${server}/(?:api|oidc|http|pages)/`,
    to: `^${server}/(cli/|app\\.ts|listener\\.ts|main\\.ts)`,
    why: 'Handlers are mounted, they do not mount.',
  },
];

const isTest = path => /\.test\.tsx?$|\/testing\//.test(path);

/**
 * Reads the imports of every source file, of types and of what is loaded later too: a reader follows them all. Says which
 * rules are broken, and which files and folders need each other.
 */
export const checkLayers = () => {
  const graph = new Map([...readImports()].filter(([file]) => !isTest(file)));
  if (graph.size === 0) return 'No source file was found.';
  const complaints = [...brokenRules(graph), ...cycles(graph), ...mutualFolders(graph)];
  return complaints.length > 0 ? complaints.join('\n') : undefined;
};

/** Every source file of the packages, with what it imports. */
export const readImports = () => new Map(sourceFiles().map(file => [file, importsOf(file)]));

const sourceFiles = () =>
  readdirSync(join(root, 'packages')).flatMap(name =>
    readdirSync(join(root, 'packages', name, 'src'), { recursive: true })
      .filter(path => /\.tsx?$/.test(path))
      .map(path => `packages/${name}/src/${path.replaceAll('\\', '/')}`),
  );

const statement =
  /(?:^|\n)\s*(?:import|export)\s(?:[^;'"]*?from\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

const importsOf = file => {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(statement)].map(([, now, later]) => resolve(file, now ?? later));
};

const resolve = (file, specifier) => {
  if (specifier.startsWith('.'))
    return relative(root, join(root, file, '..', specifier)).replaceAll('\\', '/');
  return specifier.replace(/^@gatehouse\/([^/]+)\//, 'packages/$1/src/');
};

const brokenRules = graph =>
  [...graph].flatMap(([file, imports]) =>
    rules.flatMap(({ from, to, why }) => {
      const match = new RegExp(from).exec(file);
      if (!match) return [];
      const forbidden = new RegExp(to.replace('$1', match[1] ?? ''));
      return imports.filter(path => forbidden.test(path)).map(path => `${file} imports ${path}. ${why}`);
    }),
  );

/** Walks depth first; a file that is met again while it is still open closes a circle. */
const cycles = graph => {
  const found = [];
  const done = new Set();
  const visit = (file, trail) => {
    if (done.has(file) || !graph.has(file)) return;
    const start = trail.indexOf(file);
    if (start >= 0) {
      found.push(`These files import each other: ${[...trail.slice(start), file].join(' → ')}`);
      return;
    }
    for (const path of graph.get(file)) visit(path, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
};

/** Folders right below `src`: of two, one is built on the other. */
const mutualFolders = graph => {
  const folderOf = path => /^packages\/[^/]+\/src\/[^/]+(?=\/)/.exec(path)?.[0];
  const witnesses = new Map();
  for (const [file, imports] of graph)
    for (const path of imports) {
      const [from, to] = [folderOf(file), folderOf(path)];
      if (from && to && from !== to) witnesses.set(`${from} ${to}`, `${file} imports ${path}`);
    }
  return [...witnesses].flatMap(([pair, one]) => {
    const [from, to] = pair.split(' ');
    const other = from < to && witnesses.get(`${to} ${from}`);
    return other ? [`${from} and ${to} need each other: ${one}, and ${other}.`] : [];
  });
};
