import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install-if-needed.mjs';
import { prepare, run } from './prepare.mjs';

/** The command-line program: on the bundle if there is one, else on the sources. */
await run(async () => {
  await prepare();
  const bundle = join(root, 'packages', 'server', 'dist', 'gatehouse.js');
  const sources = join(root, 'packages', 'server', 'src', 'cli', 'gatehouse.ts');
  const { runCommand } = await import(pathToFileURL(existsSync(bundle) ? bundle : sources).href);
  await runCommand(process.argv.slice(2));
});
