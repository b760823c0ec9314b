import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './install-if-needed.mjs';
import { listPackagesBehind } from './production-packages.mjs';

/** The server's packages that load native code, WebAssembly or workers from beside themselves. All others are bundled. */
export const unbundledPackages = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  '@node-rs/bcrypt',
  'pino',
  'quickjs-emscripten',
];

/** Copies what the built server needs at run time, and nothing else, to become its `node_modules`. */
const copyRuntimePackages = target => {
  for (const path of listPackagesBehind('packages/server', unbundledPackages)) {
    // Packages for other platforms are not installed.
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(target, path.slice('node_modules/'.length)), { recursive: true });
  }
};

if (process.argv[1] === import.meta.filename) copyRuntimePackages(resolve(process.argv[2]));
