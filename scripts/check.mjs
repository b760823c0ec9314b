import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkAsvs } from './asvs.mjs';
import { checkVulnerabilities } from './audit.mjs';
import { checkEnglish } from './english.mjs';
import { checkEnglishOfCode } from './english-code.mjs';
import { checkErrorCodes } from './error-codes.mjs';
import { root } from './install-if-needed.mjs';
import { checkInteroperability } from './interoperability.mjs';
import { checkLanguages } from './languages.mjs';
import { checkLayers } from './layers.mjs';
import { checkLibraryPatches } from './library-patches.mjs';
import { checkLicences } from './licences.mjs';
import { checkMigrations } from './migrations.mjs';
import { checkPhraseChunks } from './phrase-chunks.mjs';
import { checkPlatforms } from './platforms.mjs';
import { prepare, run } from './prepare.mjs';
import { hasCommit, readReleases } from './releases.mjs';
import { checkWords } from './words.mjs';

const sources = ['packages', 'e2e', 'bench', 'scripts', 'vitest.config.ts', 'playwright.config.ts'];

const checks = [
  {
    name: 'types',
    // Incremental, so that unchanged files are not checked again. Several checkers would each work out the same types,
    // at the cost of the checks beside this one.
    command: [
      'tsc',
      '--noEmit',
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.tsbuildinfo',
    ],
  },
  {
    name: 'format and lint',
    command: ['biome', 'ci', '--colors=off', '--reporter=summary', ...sources],
  },
  { name: 'types in use', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  {
    name: 'code for tests only',
    command: ['knip', '--no-progress', '--production', '--config', 'knip.production.json'],
  },
];

/** Runs every check at once and tells of each in a line; what a failed one said comes after. */
export const check = async () => {
  const tools = Promise.all(checks.map(runTool));
  const vulnerabilities = await checkVulnerabilities();
  const results = [
    ...(await tools),
    { name: 'known vulnerabilities', ...vulnerabilities },
    { name: 'layers', seconds: 0, output: checkLayers() },
    { name: 'error codes', seconds: 0, output: checkErrorCodes() },
    { name: 'patches of the library', seconds: 0, output: await checkLibraryPatches() },
    { name: 'licences', seconds: 0, output: checkLicences() },
    { name: 'platforms', seconds: 0, output: checkPlatforms() },
    checkAgainstRelease(),
    { name: 'words', seconds: 0, output: await checkWords() },
    { name: 'English', seconds: 0, output: await checkEnglish() },
    { name: 'English in comments', seconds: 0, output: checkEnglishOfCode() },
    { name: 'languages', seconds: 0, output: checkLanguages() },
    { name: 'loaded phrases', seconds: 0, output: checkPhraseChunks() },
    { name: 'ASVS', seconds: 0, output: checkAsvs() },
    { name: 'interoperability', seconds: 0, output: checkInteroperability() },
  ];
  for (const { name, seconds, skipped, notChecked, output } of results) {
    const sign = skipped ? '–' : output !== undefined ? '✗' : notChecked ? '!' : '✓';
    const note = skipped ? ` (skipped: ${skipped})` : seconds ? ` (${seconds.toFixed(1)} s)` : '';
    console.log(`${sign} ${name}${notChecked ? `: NOT CHECKED (${notChecked})` : note}`);
  }
  const failed = results.filter(({ output }) => output !== undefined);
  for (const { name, output } of failed) console.log(`\n— ${name}\n${output.trim()}`);
  return failed.length === 0;
};

/** A clone without history cannot be compared with the release. */
const checkAgainstRelease = () => {
  const name = 'migrations';
  const [release] = readReleases();
  if (!hasCommit(release)) return { name, skipped: `the history lacks release ${release.version}` };
  return { name, seconds: 0, output: checkMigrations() };
};

const runTool = ({ name, command: [tool, ...parameters] }) =>
  new Promise(resolve => {
    const start = performance.now();
    const path = join(root, 'node_modules', '.bin', tool);
    const child = spawn(path, parameters, { cwd: root, shell: process.platform === 'win32' });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (text += data));
    child.on('close', code => {
      const seconds = (performance.now() - start) / 1000;
      resolve({ name, seconds, output: code === 0 ? undefined : text || `${tool} ended with ${code}.` });
    });
  });

if (process.argv[1] === import.meta.filename) {
  await run(async () => {
    await prepare();
    if (!(await check())) process.exitCode = 1;
  });
}
