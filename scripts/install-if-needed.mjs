import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Runs before anything is installed, on Node 20 too: no dependencies, no TypeScript. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Installs the versions of the lock file, when something is missing or has another version. A lock file that lacks packages
 * of other platforms needs `install`: `ci` refuses it.
 */
export const installIfNeeded = (folder = root, command = ['ci']) => {
  if (isInstalled(folder)) return;
  console.log('Installing dependencies…');
  // npm's cached metadata can be older than the wanted version, so the second try asks the registry.
  if (!npm(folder, [...command, '--prefer-offline']) && !npm(folder, command))
    throw new Error('The dependencies could not be installed: see the messages of npm above.');
};

const npm = (folder, parameters) => {
  const isWindows = process.platform === 'win32';
  const flags = ['--include=dev', '--include=optional', '--no-fund', '--no-audit', '--loglevel=error'];
  const options = { cwd: folder, stdio: 'inherit', shell: isWindows };
  return spawnSync(isWindows ? 'npm.cmd' : 'npm', [...parameters, ...flags], options).status === 0;
};

/** npm notes what it installed: every package of the lock file must be there, but those of other platforms. */
const isInstalled = folder => {
  const notes = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(notes)) return false;
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(notes, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      !path.startsWith('node_modules/') || optional || link || installed[path]?.version === version,
  );
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...command] = process.argv.slice(2);
  installIfNeeded(folder, command.length ? command : undefined);
}
