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
    to: '^packages/(?!ui/|phrases/src/formatters)',
    why: 'The kit knows no product, only how a language writes numbers and dates.',
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
    to: `^${server}/(api|http|oidc|cli|app|listener|main)`,
    why: 'Rules know nothing of requests.',
  },
  {
    from: `^${server}/(?:api|oidc|http)/`,
    to: `^${server}/(cli/|app\\.ts|listener\\.ts|main\\.ts)`,
    why: 'Handlers are mounted, they do not mount.',
  },
];

const isTest = path => /\.test\.tsx?$|\/testing\//.test(path);

/** Reads the imports of every source file; false tells of a rule that is broken or of files that go in circles. */
export const checkLayers = () => {
  const files = sourceFiles();
  if (files.length === 0) return 'No source file was found.';
  const graph = new Map(files.map(file => [file, importsOf(file)]));
  const complaints = [...brokenRules(graph), ...cycles(graph)];
  return complaints.length > 0 ? complaints.join('\n') : undefined;
};

const sourceFiles = () =>
  readdirSync(join(root, 'packages')).flatMap(name =>
    readdirSync(join(root, 'packages', name, 'src'), { recursive: true })
      .filter(path => /\.tsx?$/.test(path))
      .map(path => `packages/${name}/src/${path.replaceAll('\\', '/')}`),
  );

const statement =
  /(?:^|\n)\s*(import|export)\s(?!type\s)([^;'"]*?from\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

/** What a file imports at run time: types vanish, so they bind nobody. Lazy imports count for rules, not for circles. */
const importsOf = file => {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(statement)].map(([, , , eager, lazy]) => ({
    path: resolve(file, eager ?? lazy),
    isLazy: eager === undefined,
  }));
};

const resolve = (file, specifier) => {
  if (specifier.startsWith('.'))
    return relative(root, join(root, file, '..', specifier)).replaceAll('\\', '/');
  return specifier.replace(/^@gatehouse\/([^/]+)\//, 'packages/$1/src/');
};

const brokenRules = graph =>
  [...graph].flatMap(([file, imports]) =>
    isTest(file)
      ? []
      : rules.flatMap(({ from, to, why }) => {
          const match = new RegExp(from).exec(file);
          if (!match) return [];
          const forbidden = new RegExp(to.replace('$1', match[1] ?? ''));
          return imports
            .filter(({ path }) => forbidden.test(path))
            .map(({ path }) => `${file} imports ${path}. ${why}`);
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
    for (const { path, isLazy } of graph.get(file)) if (!isLazy) visit(path, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
};
