import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { root } from './install-if-needed.mjs';
import { prepare, run } from './prepare.mjs';

const help = `npm start -- [options]

  --cloud            the cloud edition: many tenants, console at /
  --demo             fill in demo data
  --port <number>    the port of the tenant endpoint (3001)
  --admin-port <number>  the port of the console (3002)
  --data-dir <path>  where the embedded database is kept (./data)

Everything else is set by environment variables: docs/configuration.md`;

await run(async () => {
  const { values: flags } = parseArgs({
    options: {
      cloud: { type: 'boolean' },
      demo: { type: 'boolean' },
      port: { type: 'string' },
      'admin-port': { type: 'string' },
      'data-dir': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (flags.help) return console.log(help);
  await prepare();
  await build();
  if (flags.cloud) process.env.GATEHOUSE_EDITION = 'cloud';
  if (flags.port) process.env.PORT = flags.port;
  if (flags['admin-port']) process.env.ADMIN_PORT = flags['admin-port'];
  if (flags['data-dir']) process.env.GATEHOUSE_DATA_DIR = flags['data-dir'];
  const { runCommand } = await import(
    pathToFileURL(join(root, 'packages', 'server', 'dist', 'gatehouse.js')).href
  );
  await runCommand(['start', ...(flags.demo ? ['--demo'] : [])]);
});
