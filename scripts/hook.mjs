import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';

/** Has git check what is staged before each commit. Leaves your own hook alone. */
export const installHook = () => {
  if (!existsSync(join(root, '.git'))) return;
  const path = execFileSync('git', ['rev-parse', '--git-path', 'hooks/pre-commit'], { cwd: root });
  const file = join(root, String(path).trim());
  if (existsSync(file)) return;
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '#!/bin/sh\nexec node scripts/check-staged.mjs\n');
  chmodSync(file, 0o755);
};
