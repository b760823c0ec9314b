import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installFromSystem } from './system-packages.mjs';

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

/** Finds a browser or installs one with the system's package manager. */
export const ensureChromium = () => {
  const packages = {
    'apt-get': ['chromium-headless-shell', 'chromium'],
    dnf: ['chromium'],
    apk: ['chromium'],
    pacman: ['chromium'],
    brew: ['--cask chromium'],
  };
  if (installFromSystem('Chromium', packages, () => findChromium() !== undefined)) return findChromium();
  throw new Error(
    'The browser tests need Chromium or Chrome, and none could be installed here. ' +
      'Install one (for example `sudo apt-get install chromium`), or set CHROMIUM_PATH to its program.',
  );
};
