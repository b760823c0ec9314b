import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../install-if-needed.mjs';
import { run } from '../prepare.mjs';

/** Adds an entity to a copy of the repository, and proves what `npm run new` promises of it. */
const copy = join(root, '.cache', 'new-entity');
const segment = 'api-keys';

await run(async () => {
  rmSync(copy, { recursive: true, force: true });
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of stdout.split('\n').filter(Boolean)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path), { verbatimSymlinks: true });
  }
  linkPackages();
  node('scripts/new.mjs', 'api-key');
  node(binOf('typescript', 'tsc'), '--noEmit', '--checkers', '1');
  node(
    binOf('vitest', 'vitest'),
    'run',
    `packages/server/src/api/management/${segment}.test.ts`,
    'packages/contract/src/apis.test.ts',
  );
  node('scripts/build.mjs');
  node(binOf('@playwright/test', 'playwright'), 'test', `e2e/${segment}.spec.ts`);
  rmSync(copy, { recursive: true, force: true });
  console.log('A new entity compiles, and its tests pass.');
});

/** The repository's own packages are links to its folders, which the copy has too. */
function linkPackages() {
  const modules = join(copy, 'node_modules');
  cpSync(join(root, 'node_modules', '@gatehouse'), join(modules, '@gatehouse'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const names = readdirSync(join(root, 'node_modules'));
  for (const name of names)
    if (name !== '@gatehouse') symlinkSync(join(root, 'node_modules', name), join(modules, name));
}

function binOf(name, bin) {
  const folder = join(copy, 'node_modules', name);
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bins === 'string' ? bins : bins[bin]);
}

function node(script, ...parameters) {
  const { status } = spawnSync(process.execPath, [script, ...parameters], { cwd: copy, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${script} failed for the new entity: see above. It is in ${copy}.`);
}
