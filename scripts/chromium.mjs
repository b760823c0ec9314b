import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = [
  // Without windows to draw it needs two thirds of the time.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const macApplications = ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
  name => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** A browser of the Chromium family on this machine, or nothing; `CHROMIUM_PATH` names another. */
export const findChromium = () => {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap(folder => names.map(name => join(folder, name)));
  const programs = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']].filter(Boolean);
  const installed = programs.flatMap(folder => windowsPrograms.map(program => join(folder, program)));
  const candidates = [process.env.CHROMIUM_PATH, ...onPath, ...macApplications, ...installed];
  return candidates.find(path => path && existsSync(path));
};

/** How each package manager is asked, tried in this order until there is a browser. */
const managers = [
  {
    name: 'apt-get',
    commands: [
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-y', '-qq', 'chromium-headless-shell'],
      ['apt-get', 'install', '-y', '-qq', 'chromium'],
    ],
  },
  { name: 'dnf', commands: [['dnf', 'install', '-y', 'chromium']] },
  { name: 'apk', commands: [['apk', 'add', 'chromium']] },
  { name: 'pacman', commands: [['pacman', '-S', '--noconfirm', 'chromium']] },
  { name: 'brew', commands: [['brew', 'install', '--cask', 'chromium']] },
];

/** Finds a browser or installs one with the system's package manager. */
export const ensureChromium = () => {
  const found = findChromium();
  if (found) return found;
  const manager = managers.find(
    ({ name }) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
  );
  if (manager) {
    console.log(`Installing Chromium with ${manager.name}…`);
    // Only root may install; others may be allowed to by sudo without a password.
    const needsSudo = manager.name !== 'brew' && process.getuid?.() !== 0;
    for (const command of manager.commands) {
      if (findChromium()) break;
      const [program, ...parameters] = needsSudo ? ['sudo', '-n', ...command] : command;
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      spawnSync(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'], env });
    }
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'The browser tests need Chromium or Chrome, and none could be installed here. ' +
      'Install one (for example `sudo apt-get install chromium`), or set CHROMIUM_PATH to its program.',
  );
};
