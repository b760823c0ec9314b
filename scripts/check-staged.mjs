import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';
import { prepare, run } from './prepare.mjs';

const tool = (name, ...words) =>
  execFileSync(join(root, 'node_modules', '.bin', name), words, { cwd: root, stdio: 'inherit' });

/** The pre-commit hook: what is staged is formatted, and everything fits together. */
await run(async () => {
  await prepare();
  try {
    tool('biome', 'check', '--staged', '--no-errors-on-unmatched');
    tool('tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo');
  } catch {
    throw new Error('Not committed: fix what is named above, or commit with --no-verify.');
  }
});
