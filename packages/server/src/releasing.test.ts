import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../../scripts/release.mjs', import.meta.url));
let folder: string;

const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { cwd: folder, encoding: 'utf8' }).trim();
const write = (name: string, value: unknown) =>
  writeFileSync(
    join(folder, name),
    typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`,
  );
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const release = (version = '1.3.0', ...flags: string[]) =>
  spawnSync(process.execPath, [script, version, ...flags], { cwd: folder, encoding: 'utf8' });

const changelog =
  '# Changelog\n\n## Unreleased\n### Added\n- Passkeys.\n\n## 1.2.0 — 2026-01-01\n### Fixed\n- It.\n';

const today = new Date().toISOString().slice(0, 10);

/** A small project whose suite passes or fails, on one package that was just checked. */
const prepare = (suite: 'exit 0' | 'exit 1') => {
  const manifest = { name: 'project', version: '1.2.0', scripts: { test: suite } };
  write('package.json', manifest);
  mkdirSync(join(folder, 'packages/part'), { recursive: true });
  write('packages/part/package.json', { version: '1.2.0', dependencies: { '@gatehouse/contract': '1.2.0' } });
  const packages = {
    '': { version: '1.2.0', dependencies: { other: '5.0.0' } },
    'packages/part': { version: '1.2.0' },
    'node_modules/other': { version: '5.0.0' },
  };
  write('package-lock.json', { name: 'project', version: '1.2.0', packages });
  write('releases.json', [{ version: '1.2.0', commit: 'a'.repeat(40) }]);
  write('CHANGELOG.md', changelog);
  mkdirSync(join(folder, 'scripts'));
  write('scripts/checked-packages.json', { 'other@5.0.0': today });
  git('init', '--quiet');
  git('config', 'user.name', 'Releaser');
  git('config', 'user.email', 'releaser@example.com');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a release moves the changes under its version, tags it, and records the commit to upgrade from', () => {
  prepare('exit 0');
  expect(release().status).toBe(0);
  const released = git('rev-parse', 'v1.3.0');
  expect(git('show', `${released}:CHANGELOG.md`)).toContain(
    `## Unreleased\n\n## 1.3.0 — ${today}\n### Added\n- Passkeys.\n\n## 1.2.0`,
  );
  for (const name of ['package.json', 'packages/part/package.json', 'package-lock.json'])
    expect(JSON.parse(git('show', `${released}:${name}`)).version).toBe('1.3.0');
  expect(JSON.parse(read('packages/part/package.json')).dependencies).toEqual({
    '@gatehouse/contract': '1.3.0',
  });
  const { packages } = JSON.parse(read('package-lock.json'));
  expect(Object.values(packages).map(one => (one as { version: string }).version)).toEqual([
    '1.3.0',
    '1.3.0',
    '5.0.0',
  ]);
  expect(JSON.parse(read('releases.json'))[0]).toEqual({ version: '1.3.0', commit: released });
  expect(git('status', '--porcelain')).toBe('');
  expect(release('1.4.0').stderr).toContain('nothing under "Unreleased"');
});

test('a failing suite, an old version or uncommitted work release nothing', () => {
  prepare('exit 1');
  const before = git('rev-parse', 'HEAD');
  expect(release().stderr).toContain('The suite failed.');
  expect(release('1.2.0').stderr).toContain('does not follow 1.2.0');
  expect(release('next').stderr).toContain('Name the version');
  write('CHANGELOG.md', `${changelog}- More.\n`);
  expect(release().stderr).toContain('clean working tree');
  expect(git('rev-parse', 'HEAD')).toBe(before);
  expect(git('tag')).toBe('');
});

test('packages that were not checked for vulnerabilities lately are released only on purpose, which the commit says', () => {
  prepare('exit 0');
  const record = (days: object | undefined) => {
    if (days) write('scripts/checked-packages.json', days);
    else git('rm', '--quiet', 'scripts/checked-packages.json');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Record');
  };
  for (const days of [
    { 'other@5.0.0': '2026-01-01' },
    { 'other@5.0.0': null },
    { 'other@4.0.0': today },
    undefined,
  ]) {
    record(days);
    expect(release().stderr).toContain('1 packages were not checked for known vulnerabilities');
    expect(git('tag')).toBe('');
  }
  expect(release('1.3.0', '--unchecked').status).toBe(0);
  expect(git('log', '-1', '--format=%b', 'v1.3.0')).toBe(
    '1 packages were not checked for known vulnerabilities.',
  );
});
