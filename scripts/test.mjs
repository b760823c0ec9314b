import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { root } from './install-if-needed.mjs';
import { prepare, run } from './prepare.mjs';

const reports = join(root, '.cache', 'reports');

async function runVitest() {
  const file = join(reports, 'vitest.json');
  const code = await runTool('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = readReport(file);
  return { passed, failed: atLeastOne(failed, code) };
}

async function runPlaywright() {
  const file = join(reports, 'playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await runTool('playwright', ['test', '--reporter=list,json'], env);
  const { expected: passed = 0, unexpected: failed = 0, flaky = 0 } = readReport(file).stats ?? {};
  return { passed: passed + flaky, failed: atLeastOne(failed, code) };
}

/** A runner that fails without a failed test (it could not start, an error got away) has failed all the same. */
const atLeastOne = (failed, code) => (code === 0 ? failed : Math.max(failed, 1));

const readReport = file => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

const runTool = (tool, parameters, env = {}) => {
  const isWindows = process.platform === 'win32';
  const path = join(root, 'node_modules', '.bin', tool);
  return ended(
    spawn(path, parameters, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: isWindows,
    }),
  );
};

const ended = child => new Promise(resolve => child.on('exit', code => resolve(code ?? 1)));

/** The frameworks that guides are for: nobody but the browser tests needs them, so that they may come meanwhile. */
const installFrameworks = () =>
  ended(
    spawn(process.execPath, [join(root, 'scripts/install-if-needed.mjs'), join(root, 'e2e/guides')], {
      stdio: 'inherit',
    }),
  );

await run(async () => {
  await prepare();
  process.env.CHROMIUM_PATH = ensureChromium();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const frameworks = installFrameworks();
  const isClean = await check();
  await build();
  // One after the other: both are at home on all the cores there are.
  const unit = await runVitest();
  await frameworks;
  const browser = await runPlaywright();
  const passed = unit.passed + browser.passed;
  const failed = unit.failed + browser.failed + (isClean ? 0 : 1);
  if (!isClean) console.log('\nThe checks failed: see above.');
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
});
