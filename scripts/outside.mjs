import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { createContext } from './drills/support/context.mjs';
import { writeAttempts } from './interoperability.mjs';
import { cases } from './outside/cases.mjs';
import { prepare, run } from './prepare.mjs';
import { installFromSystem } from './system-packages.mjs';

const packages = [...new Set(cases.flatMap(each => [each.package, ...each.needs]))];

const help = `npm run interoperability -- [names] [options]

  names           ${[...new Set(cases.map(({ name }) => name))].join(', ')}; all of them otherwise
  --install       installs what is missing first, where apt-get can
  --write         writes the results to docs/interoperability.md

Each one runs unchanged, with a configuration of its own in a scratch folder, and users sign in through it to the
built product. Software that is not installed is not tried. On Debian:

  apt-get install --no-install-recommends ${packages.join(' ')}`;

const catalog = 'dpkg-query';

/** The installed version of a Debian package; nothing where it is not installed, or not Debian. */
const versionOf = name => {
  const { stdout } = spawnSync(catalog, ['--status', name], { encoding: 'utf8' });
  const [, version] = /^Version: (.+)$/m.exec(stdout ?? '') ?? [];
  return stdout?.includes('\nStatus: install ok installed\n') ? version : undefined;
};

const install = () => {
  const names = ['--no-install-recommends', ...packages].join(' ');
  installFromSystem('Apache and others', { 'apt-get': [names] }, () => packages.every(versionOf));
};

const tryCase = async (each, world) => {
  const { load, needs, ...known } = each;
  const missing = [each.package, ...needs].filter(name => !versionOf(name));
  if (missing.length) return { ...known, missing };
  const [attempt, prepared] = [await load(), await world()];
  const start = performance.now();
  const error = await attempt(prepared).then(
    () => undefined,
    cause => cause,
  );
  const seconds = (performance.now() - start) / 1000;
  const printed = await prepared.endPrograms();
  return { ...known, version: versionOf(each.package), seconds, error, printed };
};

const describe = ({ name, part, version, missing, seconds, error, printed }) => {
  if (missing) return `– ${name}, ${part}: not tried, because ${missing.join(' and ')} is not installed`;
  const head = `${error ? '✗' : '✓'} ${name} ${version}, ${part} (${seconds.toFixed(1)} s)`;
  return error ? [head, error.stack, printed].join('\n\n') : head;
};

await run(async () => {
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      install: { type: 'boolean' },
      write: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (flags.help) return console.log(help);
  const unknown = positionals.find(name => !cases.some(each => each.name === name));
  if (unknown) throw new Error(`There is no "${unknown}" here.\n\n${help}`);
  await prepare();
  if (flags.install) install();
  await build();
  const context = createContext({});
  const leave = () => context.close().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, leave);
  let started;
  const world = async () => {
    const { createWorld } = await import('./outside/world.mjs');
    started ??= createWorld(context);
    return started;
  };
  const results = [];
  try {
    for (const each of cases) {
      if (positionals.length && !positionals.includes(each.name)) continue;
      const result = await tryCase(each, world);
      console.log(describe(result));
      results.push(result);
    }
  } finally {
    await context.close();
  }
  if (flags.write) writeAttempts(results);
  const failed = results.filter(({ error }) => error);
  const missing = results.filter(({ version }) => !version);
  const passed = results.length - failed.length - missing.length;
  console.log(`\n${passed} work, ${failed.length} do not, ${missing.length} not tried`);
  process.exit(failed.length ? 1 : 0);
});
