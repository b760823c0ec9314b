import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listUnchecked } from './audit.mjs';

const longestUncheckedMs = 30 * 24 * 60 * 60 * 1000;

/**
 * `npm run release -- 1.32.0`: runs the whole suite, moves the changes under the version, and commits. The commit is
 * recorded in a second one, because upgrades are tested from it. With `--unchecked` it also releases packages that were not
 * checked for known vulnerabilities lately, which the commit then says.
 */
const release = (version, isUncheckedAllowed) => {
  if (!/^\d+\.\d+\.\d+$/.test(version ?? ''))
    return 'Name the version, for example: npm run release -- 1.32.0';
  if (git('status', '--porcelain'))
    return 'Commit your changes first: a release is made from a clean working tree.';
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const [before, changes] = splitUnreleased(changelog);
  if (!changes) return 'CHANGELOG.md has nothing under "Unreleased".';
  const manifest = readJson('package.json');
  if (!isNewer(version, manifest.version)) return `${version} does not follow ${manifest.version}.`;
  const since = new Date(Date.now() - longestUncheckedMs).toISOString().slice(0, 10);
  const unchecked = listUnchecked(since, process.cwd());
  const isUnchecked = unchecked.length > 0;
  if (isUnchecked && !isUncheckedAllowed)
    return `${unchecked.length} packages were not checked for known vulnerabilities for 30 days. Run \`npm run audit\` where the registry has advisories, or release with --unchecked.`;
  const env = { ...process.env, EVERY_DATABASE: '1' };
  if (spawnSync('npm', ['test'], { stdio: 'inherit', shell: true, env }).status !== 0)
    return 'The suite failed. Nothing was changed.';

  const date = new Date().toISOString().slice(0, 10);
  writeFileSync('CHANGELOG.md', `${before}## Unreleased\n\n## ${version} — ${date}\n${changes}`);
  const lock = readJson('package-lock.json');
  lock.version = version;
  for (const [path, locked] of Object.entries(lock.packages).filter(([path]) => isOurs(path))) {
    setVersion(locked, manifest.version, version);
    const own = readJson(join(path, 'package.json'));
    setVersion(own, manifest.version, version);
    writeJson(join(path, 'package.json'), own);
  }
  writeJson('package-lock.json', lock);
  commit(
    `Release ${version}${isUnchecked ? `\n\n${unchecked.length} packages were not checked for known vulnerabilities.` : ''}`,
  );
  git('tag', `v${version}`);

  const commitId = git('rev-parse', 'HEAD');
  const releases = [{ version, commit: commitId }, ...readJson('releases.json')];
  writeFileSync('releases.json', `[\n${releases.map(one => `  ${printLine(one)}`).join(',\n')}\n]\n`);
  commit(`Test upgrades from ${version}`);
  console.log(`Released ${version}. Push it: git push --follow-tags`);
  return undefined;
};

/** Splits the changelog at the heading of the unreleased changes. */
const splitUnreleased = changelog => {
  const heading = '## Unreleased\n';
  const start = changelog.indexOf(heading);
  if (start < 0) return [changelog];
  const rest = changelog.slice(start + heading.length);
  const end = rest.search(/^## /m);
  const isEmpty = (end < 0 ? rest : rest.slice(0, end)).trim() === '';
  return [changelog.slice(0, start), isEmpty ? undefined : rest];
};

const isNewer = (version, last) => {
  const [one, other] = [version, last].map(text => text.split('.').map(Number));
  const place = one.findIndex((part, index) => part !== other[index]);
  return place >= 0 && one[place] > other[place];
};

/** Of a package of ours, and of others of ours that it needs: they are released together. */
const setVersion = (own, last, next) => {
  own.version = next;
  for (const name of Object.keys(own.dependencies ?? {}))
    if (name.startsWith('@gatehouse/') && own.dependencies[name] === last) own.dependencies[name] = next;
};

const isOurs = path => path === '' || /^packages\/[^/]+$/.test(path);

const git = (...parameters) => execFileSync('git', parameters, { encoding: 'utf8' }).trim();
const commit = message => git('commit', '--all', '--no-verify', '--message', message);
const readJson = path => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
const printLine = ({ version, commit: id }) => `{ "version": "${version}", "commit": "${id}" }`;

const failure = release(process.argv[2], process.argv.includes('--unchecked'));
if (failure) {
  console.error(failure);
  process.exitCode = 1;
}
