import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';

/**
 * `node scripts/repeat-suite.mjs 5` runs the whole suite so many times, each on its own data, and prints a line for
 * each run: how long it took and what failed. `-- <command>` repeats another command instead.
 */
const [count = '5', separator, ...given] = process.argv.slice(2);
const command = separator === '--' ? given : [process.execPath, join(root, 'scripts', 'test.mjs')];
const folder = join(root, '.cache', 'repeated');

const runOnce = number =>
  new Promise(resolve => {
    const file = join(folder, `run-${number}.log`);
    const log = createWriteStream(file);
    const start = performance.now();
    const child = spawn(command[0], command.slice(1), { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.on('error', error => log.write(`${error.message}\n`));
    child.on('close', code => {
      const seconds = Math.round((performance.now() - start) / 1000);
      log.end(() => resolve({ number, file, code, seconds, ...readResult(file) }));
    });
  });

/** The summary of a suite run. A test that passed only on the second try counts as a failure here, also in CI. */
const readResult = file => {
  const text = readFileSync(file, 'utf8');
  const summary = text.match(/^\d+ passed, \d+ failed$/gm)?.at(-1) ?? 'ended without a summary';
  const failures = text.match(/^(✗ |Passed on the second try only: ).+$/gm) ?? [];
  return { summary, failures: [...new Set(failures)] };
};

const isGood = ({ code, failures }) => code === 0 && failures.length === 0;

const describe = run => {
  const time = `${Math.floor(run.seconds / 60)} min ${String(run.seconds % 60).padStart(2, '0')} s`;
  const sign = isGood(run) ? '✓' : '✗';
  return `${sign} run ${run.number}  ${time.padStart(12)}  ${run.summary}${isGood(run) ? '' : `  ${run.file}`}`;
};

mkdirSync(folder, { recursive: true });
const runs = [];
for (let number = 1; number <= Number(count); number += 1) {
  runs.push(await runOnce(number));
  console.log(describe(runs.at(-1)));
}
for (const { number, failures } of runs.filter(run => !isGood(run)))
  for (const failure of failures) console.log(`  run ${number}: ${failure}`);
process.exitCode = runs.length > 0 && runs.every(isGood) ? 0 : 1;
