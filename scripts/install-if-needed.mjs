import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Runs before anything is installed, on Node 20 too: no dependencies, no TypeScript. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Installs exactly what the lock file says, when something is missing or has another version. */
export const installIfNeeded = () => {
  if (isInstalled()) return;
  console.log('Installing dependencies…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const flags = ['--no-fund', '--no-audit', '--loglevel=error'];
  const { status } = spawnSync(npm, ['ci', ...flags], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new Error('The dependencies could not be installed: see the messages of npm above.');
};

/** npm notes what it installed: every package of the lock file must be there, but those of other platforms. */
const isInstalled = () => {
  const notes = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(notes)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(notes, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      !path.startsWith('node_modules/') || optional || link || installed[path]?.version === version,
  );
};
