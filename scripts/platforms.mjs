import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';

/** Where every commit is started and tested; the packages of other platforms are there as far as the registry had them. */
const required = /linux-(x64|arm64)(-gnu)?$/;

/**
 * Gives the packages that the lock file lacks on a required platform, or nothing. npm leaves out the optional packages
 * of other platforms than the one that it runs on when it changes a lock file beside an existing `node_modules`.
 */
export const checkPlatforms = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const places = Object.keys(packages);
  const missing = Object.entries(packages)
    .flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies).map(([name, version]) => ({ path, name, version })),
    )
    .filter(
      ({ name }) => required.test(name) && !places.some(place => place.endsWith(`node_modules/${name}`)),
    )
    .map(({ path, name, version }) => `${path.replace('node_modules/', '')} needs ${name} ${version}`);
  return missing.length ? missing.join('\n') : undefined;
};
