import { join } from 'node:path';
import { root } from './install-if-needed.mjs';
import { prepare, run } from './prepare.mjs';

/** `npm run docs:build`: the documentation as files for any web server. With `--product`, as the product serves it. */
await run(async () => {
  await prepare();
  const { asFiles, buildDocs, inProduct } = await import('../packages/docs/src/build.ts');
  const { referencePages } = await import('./reference/pages.ts');
  const { printDocument } = await import('./reference/openapi-document.ts');
  if (process.argv.includes('--product'))
    return buildDocs(inProduct(join(root, 'packages/docs/dist')), referencePages, printDocument());
  const directory = join(root, 'docs-site');
  await buildDocs(asFiles(directory), referencePages, printDocument());
  console.log(`The documentation is in ${directory}. Serve it with any web server.`);
});
