import { spawnSync } from 'node:child_process';

/** The install command of each known package manager, and the command that must run before. */
const managers = {
  'apt-get': { install: ['apt-get', 'install', '-y', '-qq'], before: ['apt-get', 'update', '-qq'] },
  dnf: { install: ['dnf', 'install', '-y'] },
  apk: { install: ['apk', 'add'] },
  pacman: { install: ['pacman', '-S', '--noconfirm'] },
  brew: { install: ['brew', 'install'] },
};

/**
 * Installs a program with the system's package manager, unless it is there: its packages by manager, each tried until
 * `isThere` says so. Tells whether it is there in the end.
 */
export const installFromSystem = (title, packages, isThere) => {
  if (isThere()) return true;
  const manager = Object.keys(managers).find(
    name => packages[name] && spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
  );
  if (!manager) return false;
  console.log(`Installing ${title} with ${manager}…`);
  const { install, before } = managers[manager];
  if (before) runAsRoot(manager, before);
  return packages[manager].some(names => {
    runAsRoot(manager, [...install, ...names.split(' ')]);
    return isThere();
  });
};

/** Only root may install; others may be allowed to by sudo without a password. */
const runAsRoot = (manager, command) => {
  const needsSudo = manager !== 'brew' && process.getuid?.() !== 0;
  const [program, ...parameters] = needsSudo ? ['sudo', '-n', ...command] : command;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'], env });
};
