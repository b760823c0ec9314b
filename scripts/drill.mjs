import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { missingComponents, versionsOf } from './drills/support/components.mjs';
import { createContext } from './drills/support/context.mjs';
import { addUp, describeRow, isPassed, writeResults } from './drills/support/results.mjs';
import { root } from './install-if-needed.mjs';
import { prepare, run } from './prepare.mjs';

const folder = join(root, 'scripts', 'drills');
const names = readdirSync(folder)
  .filter(name => name.endsWith('.mjs'))
  .map(name => name.slice(0, -'.mjs'.length));

const help = `npm run drill -- [names] [options]

  names           ${names.join(', ')}; all of them otherwise
  --times <n>     repeats each drill; all runs must pass (1)
  --rounds <n>    how often the kill drill kills (100)
  --write         writes the results to docs/operations/drills.md

Each drill runs the built product on real components in a scratch folder. It fails when something
acknowledged is lost, or when clients wait longer than the limit. A drill whose components are not
installed is skipped.`;

const load = name => import(pathToFileURL(join(folder, `${name}.mjs`)).href);

/** One run of one drill; whatever it started has ended when this returns. */
const runOnce = async (drill, options) => {
  const context = createContext(options);
  const leave = () => context.close().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, leave);
  try {
    return await drill.run(context);
  } finally {
    await context.close();
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, leave);
  }
};

/** All runs of one drill, or why there are none. */
const runDrill = async (name, times, options) => {
  const drill = await load(name);
  console.log(`\n${name}: ${drill.title}`);
  const reason = missingComponents(drill.needs) ?? (await drill.skip?.());
  if (reason) {
    console.log(`– skipped: ${reason}`);
    return { name, reason };
  }
  const runs = [];
  for (let time = 1; time <= times; time += 1) {
    const rows = await runOnce(drill, options).catch(error => [
      { case: 'the drill itself', failures: [error.stack ?? String(error)] },
    ]);
    runs.push(rows);
    for (const row of rows) console.log(describeRow(row, times > 1 ? `run ${time} of ${times}` : undefined));
  }
  return { name, title: drill.title, versions: versionsOf(drill.needs), rows: addUp(runs) };
};

await run(async () => {
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      times: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '100' },
      write: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (flags.help) return console.log(help);
  const unknown = positionals.find(name => !existsSync(join(folder, `${name}.mjs`)));
  if (unknown) throw new Error(`There is no drill "${unknown}".\n\n${help}`);
  for (const option of ['times', 'rounds'])
    if (!/^[1-9]\d*$/.test(flags[option])) throw new Error(`--${option} must be a number from 1.`);
  await prepare();
  await build();
  const results = [];
  for (const name of positionals.length ? positionals : names)
    results.push(await runDrill(name, Number(flags.times), { rounds: Number(flags.rounds) }));
  if (flags.write) writeResults(results);
  const failed = results.filter(({ rows }) => rows && !rows.every(isPassed));
  const skipped = results.filter(({ reason }) => reason);
  const passed = results.length - failed.length - skipped.length;
  console.log(`\n${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  process.exit(failed.length ? 1 : 0);
});
