import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { root } from './install-if-needed.mjs';
import { prepare, run } from './prepare.mjs';

await run(async () => {
  await prepare();
  await build();
  const file = process.argv.includes('--developer') ? 'developer.ts' : 'run.ts';
  await import(pathToFileURL(join(root, 'bench', file)).href);
});
