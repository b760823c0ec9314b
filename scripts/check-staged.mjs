import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';
import { prepare, run } from './prepare.mjs';

const tool = (name, ...words) =>
  execFileSync(join(root, 'node_modules', '.bin', name), words, { cwd: root, stdio: 'inherit' });

/** The staged files that `npm run check` formats. */
const staged = () =>
  execFileSync('git', ['diff', '--cached', '--name-only', '--diff-filter=d', '-z'], { cwd: root })
    .toString()
    .split('\0')
    .filter(path => /^(packages|e2e|bench|scripts)\//.test(path));

/** The pre-commit hook: what is staged is formatted, and everything fits together. */
await run(async () => {
  await prepare();
  try {
    const files = staged();
    if (files.length) tool('biome', 'check', '--no-errors-on-unmatched', ...files);
    tool('tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo');
  } catch {
    throw new Error('Not committed: fix what is named above, or commit with --no-verify.');
  }
});
