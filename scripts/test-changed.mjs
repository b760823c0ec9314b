import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from './build.mjs';
import { root } from './install-if-needed.mjs';
import { readImports } from './layers.mjs';
import { prepare, run } from './prepare.mjs';

/** They import everything: through them each test would depend on each file. */
const hubs =
  /\/(app|parts|background|listener|serve|main|services)\.ts$|\/api\/apis\.ts$|\/management\/management\.ts$|\/console\/src\/(areas|router)\.tsx?$/;

const isTest = path => /\.(test|spec)\.tsx?$/.test(path);
const stemOf = path => basename(path).replace(/\.(test|spec)?\.?[a-z]+$/, '');

/** Files that differ from the last commit, or from the given one. */
const changedFiles = base => {
  const git = (...parameters) =>
    execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...git('diff', '--name-only', base), ...untracked])].filter(path =>
    existsSync(join(root, path)),
  );
};

/** The files that a change reaches by imports, without those that import everything. */
const reached = (changed, graph) => {
  const importers = new Map();
  for (const [file, imports] of graph)
    for (const path of imports) importers.set(path, [...(importers.get(path) ?? []), file]);
  const found = new Set(changed);
  for (const file of found)
    if (!hubs.test(file)) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found].filter(file => !hubs.test(file));
};

/** Handlers are mounted, not imported: their tests are beside them, by name or else all of the folder's. */
const neighbors = (file, tests) => {
  const beside = tests.filter(test => dirname(test) === dirname(file));
  const named = beside.filter(test => stemOf(test).startsWith(stemOf(file).slice(0, 6)));
  return named.length > 0 ? named : beside;
};

/** Screens are opened by their addresses: a spec that names the area of a screen is about it. */
const specsOf = (file, specs) => {
  const [, area] = /^packages\/console\/src\/areas\/([^/]+)\//.exec(file) ?? [];
  if (area) return specs.filter(spec => readFileSync(join(root, spec), 'utf8').includes(`/${area}`));
  if (file.startsWith('packages/experience/')) return specs.filter(spec => /experience|sign-in/.test(spec));
  if (file.startsWith('packages/ui/')) return specs.filter(spec => /gallery/.test(spec));
  return [];
};

const select = changed => {
  const graph = readImports();
  const all = [...graph.keys()].filter(isTest);
  const specs = execFileSync('git', ['ls-files', 'e2e/*.spec.ts'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  const files = reached(changed, graph);
  return {
    tests: [...new Set(files.flatMap(file => (isTest(file) ? [file] : neighbors(file, all))))].filter(file =>
      file.startsWith('packages/'),
    ),
    specs: [
      ...new Set([
        ...changed.filter(file => specs.includes(file)),
        ...changed.flatMap(file => specsOf(file, specs)),
      ]),
    ],
  };
};

const runTool = (tool, parameters) =>
  spawnSync(join(root, 'node_modules', '.bin', tool), parameters, { cwd: root, stdio: 'inherit' }).status ===
  0;

/** `npm run test:changed`: types, then the tests that a change can have touched. `-- --base main` compares with a branch. */
await run(async () => {
  await prepare();
  const base = process.argv.includes('--base') ? process.argv[process.argv.indexOf('--base') + 1] : 'HEAD';
  const changed = changedFiles(base);
  const { tests, specs } = select(changed);
  console.log([`${changed.length} changed files`, ...tests, ...specs].join('\n  '));
  if (process.argv.includes('--list')) return;
  const types = ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'];
  if (specs.length > 0) await build();
  const isGood =
    runTool('tsc', types) &&
    (tests.length === 0 || runTool('vitest', ['run', ...tests])) &&
    (specs.length === 0 || runTool('playwright', ['test', ...specs]));
  process.exitCode = isGood ? 0 : 1;
});
