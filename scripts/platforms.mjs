import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';

/**
 * The packages that the lock file lacks for some platform, or nothing: `npm ci` refuses such a lock file. npm leaves
 * them out when the registry lacks them, or when it changes a lock file beside an existing `node_modules`. Then take
 * the newest version of the tool whose packages are all there, and create the lock file again in an empty folder.
 */
export const checkPlatforms = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const places = Object.keys(packages);
  const missing = Object.entries(packages)
    .flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies).map(([name, version]) => ({ path, name, version })),
    )
    .filter(({ name }) => !places.some(place => place.endsWith(`node_modules/${name}`)))
    .map(({ path, name, version }) => `${path.replace('node_modules/', '')} needs ${name} ${version}`);
  return missing.length ? missing.join('\n') : undefined;
};
