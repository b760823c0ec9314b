import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { root } from './install-if-needed.mjs';
import { printInteroperability } from './interoperability.mjs';
import { prepare, run } from './prepare.mjs';
import { installFromSystem } from './system-packages.mjs';

const reports = join(root, '.cache', 'reports');

async function runVitest(name = 'vitest', parameters = [], env = {}) {
  const file = join(reports, `${name}.json`);
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runTool('vitest', ['run', ...options, ...parameters], env);
  const { numPassedTests: passed = 0, testResults = [] } = readReport(file);
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const path = relative(root, name);
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      if (!tests.length) return [{ name: path, message }];
      return tests.map(test => ({ name: `${path} › ${test.fullName}`, message: test.failureMessages[0] }));
    });
  return { passed, failed: atLeastOne(failed, code, name) };
}

/** The tests of the database again, with a pooler in between. */
async function runThroughPooler() {
  const program = 'pgbouncer';
  const isThere = () => spawnSync(program, ['--version']).status === 0;
  const name = [program];
  const packages = { 'apt-get': name, dnf: name, apk: name, pacman: name, brew: name };
  if (installFromSystem('PgBouncer', packages, isThere))
    return runVitest('pooler', ['packages/server/src/database', '-t', 'postgresql'], { TEST_POOLER: '1' });
  console.log('Left out, because PgBouncer cannot be installed here: the tests of the database through it.');
  return { passed: 0, failed: [] };
}

/** The Dockerfile's steps, without Docker. They are shell commands. */
async function runImage() {
  if (process.platform !== 'win32') return runScript('The drill of the image', 'drill.mjs', ['image']);
  console.log('Left out, because the Dockerfile has commands of a Unix shell: the drill of the image.');
  return { passed: 0, failed: [] };
}

/** Software that is no package of npm. CI installs it; a machine that belongs to someone keeps what it has. */
const runOutsideSoftware = () =>
  runScript('Software of Debian', 'outside.mjs', process.env.CI ? ['--install'] : []);

async function runScript(title, file, parameters) {
  const script = join(root, 'scripts', file);
  const code = await ended(spawn(process.execPath, [script, ...parameters], { stdio: 'inherit' }));
  return { passed: code === 0 ? 1 : 0, failed: atLeastOne([], code, title) };
}

async function runPlaywright() {
  const file = join(reports, 'playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await runTool('playwright', ['test', '--reporter=list,json'], env);
  const { stats: { expected: passed = 0, flaky = 0 } = {}, suites = [] } = readReport(file);
  const specs = specsOf(suites);
  const again = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  for (const { file, line, title } of again)
    console.log(`Passed on the second try only: e2e/${file}:${line} › ${title}`);
  const failed = [...specs.filter(({ ok }) => !ok), ...(process.env.CI ? [] : again)].map(
    ({ file, line, title, tests }) => ({
      name: `e2e/${file}:${line} › ${title}`,
      message: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
    }),
  );
  return { passed: passed + (process.env.CI ? flaky : 0), failed: atLeastOne(failed, code, 'playwright') };
}

const specsOf = suites =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);

/** A runner that fails without a failed test (it could not start, an error got away) has failed all the same. */
const atLeastOne = (failed, code, runner) =>
  code === 0 || failed.length ? failed : [{ name: `${runner} ended with ${code}: see above` }];

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

/** Software of others that only tests need is installed meanwhile. */
const installOutsideSoftware = async folders => {
  const failed = [];
  for (const folder of folders) {
    const script = join(root, 'scripts/install-if-needed.mjs');
    const parameters = [script, join(root, folder), 'install', '--no-save'];
    const code = await ended(spawn(process.execPath, parameters, { stdio: 'inherit' }));
    if (code !== 0) failed.push({ name: `The packages of ${folder} could not be installed: see above` });
  }
  return failed;
};

await run(async () => {
  await prepare();
  process.env.CHROMIUM_PATH = ensureChromium();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const clients = installOutsideSoftware(['e2e/outside']);
  const frameworksAndTools = clients.then(() => installOutsideSoftware(['e2e/guides', 'e2e/openapi']));
  const isClean = await check();
  await build();
  // One after the other: each is at home on all the cores there are. The drill waits for packages most of its time.
  const pooler = await runThroughPooler();
  const missing = [...(await clients)];
  const [unit, image] = await Promise.all([runVitest(), runImage()]);
  const outside = await runOutsideSoftware();
  const entity = await runScript('A new entity', 'new/try.mjs', []);
  missing.push(...(await frameworksAndTools));
  const browser = await runPlaywright();
  const passed = pooler.passed + unit.passed + image.passed + outside.passed + entity.passed + browser.passed;
  const checks = isClean ? [] : [{ name: 'The checks: see above' }];
  const failed = [
    ...checks,
    ...missing,
    ...pooler.failed,
    ...unit.failed,
    ...image.failed,
    ...outside.failed,
    ...entity.failed,
    ...browser.failed,
  ];
  console.log(`\n${printInteroperability()}`);
  // Told again at the end: what a runner said of them is hundreds of lines away.
  for (const { name, message = '' } of failed) {
    const lines = message.split('\n').filter(line => !line.includes('node_modules'));
    console.log(['', `✗ ${name}`, ...lines.slice(0, 12)].join('\n'));
  }
  if (browser.failed.length)
    console.log(`\nTraces, screenshots and logs of the server: ${join(root, 'test-results')}`);
  console.log(`\n${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length ? 1 : 0;
});
