import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';
import { readProductionPackages } from './production-packages.mjs';

export const migrations = 'packages/server/src/database/migrations';

/** The releases, newest first. Upgrades are tested from the first one. */
export const readReleases = () => JSON.parse(readFileSync(join(root, 'releases.json'), 'utf8'));

/** The names of the migrations that a release has. */
export const listReleasedMigrations = ({ commit }) => {
  requireCommit(commit);
  return git('ls-tree', '--name-only', commit, `${migrations}/`)
    .split('\n')
    .filter(Boolean)
    .map(path => path.slice(migrations.length + 1));
};

/** The names of the migrations of a release that are not as they were. */
export const listChangedMigrations = ({ commit }) => {
  requireCommit(commit);
  return git('diff', '--name-only', '--no-renames', '--diff-filter=MDT', commit, '--', migrations)
    .split('\n')
    .filter(Boolean)
    .map(path => path.slice(migrations.length + 1));
};

/** Builds a release once and returns its folder. It has its own sources and shares installed packages where they are equal. */
export const buildRelease = ({ version, commit }) => {
  const folder = join(root, '.cache', 'releases', commit);
  if (existsSync(folder)) return folder;
  requireCommit(commit);
  console.log(`Building release ${version}…`);
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', unfinished], { input: archive });
    provideNodeModules(unfinished);
    const { href } = new URL(`file://${join(unfinished, 'scripts', 'build.mjs')}`);
    runIn(unfinished, process.execPath, [
      '--input-type=module',
      '--eval',
      `const { build } = await import('${href}'); await build({ force: true });`,
    ]);
    // Another process may have been faster.
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
};

/** A clone without history, or what is no repository at all, lacks the commit. */
export const hasCommit = ({ commit }) => {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
};

const requireCommit = commit => {
  if (!hasCommit({ commit }))
    throw new Error(
      `The commit ${commit} of releases.json is not in this repository. ` +
        'A shallow clone lacks it: run `git fetch --unshallow`, or let CI clone with full history.',
    );
};

/** npm must never run in a folder with links: it would follow them and change our packages. */
const provideNodeModules = folder => {
  if (!hasOurPackages(folder)) {
    runIn(folder, 'npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']);
    return;
  }
  const ours = join(root, 'node_modules');
  const theirs = join(folder, 'node_modules');
  mkdirSync(theirs);
  for (const name of readdirSync(ours))
    if (name === '@gatehouse')
      cpSync(join(ours, name), join(theirs, name), { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith('.')) symlinkSync(join(ours, name), join(theirs, name));
};

/** Whether a release runs on the same versions of the same packages as the working tree. */
const hasOurPackages = folder => {
  const versions = place =>
    [...readProductionPackages(place)].map(([path, { version }]) => `${path} ${version}`).sort();
  const ours = new Set(versions(root));
  return versions(folder).every(line => ours.has(line));
};

const git = (...parameters) =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const runIn = (cwd, command, parameters) => {
  const { status } = spawnSync(command, parameters, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The release could not be built: ${command} ended with ${status}.`);
};
