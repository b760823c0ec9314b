import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';

/**
 * Gives the packages of the lock file that are part of the product, by their path in it: everything that the workspaces
 * need at run time. npm's own `--omit dev` leaves out packages that a workspace needs and the root lists for its tools.
 */
export const readProductionPackages = (folder = root) => {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const workspaces = Object.keys(packages).filter(path => path && !path.includes('node_modules'));
  const required = walk(packages, ['', ...workspaces], path => neededBy(packages[path]));
  const all = walk(packages, [...required], path => possiblyNeededBy(packages[path]));
  const describePackage = path => ({
    ...packages[path],
    name: packages[path].name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    isRequired: required.has(path),
    needs: possiblyNeededBy(packages[path])
      .map(name => resolve(packages, path, name))
      .filter(needed => needed !== undefined),
  });
  return new Map([...all].map(path => [path, describePackage(path)]));
};

/** The paths of packages that a workspace depends on, with everything behind them, also what is only for some platforms. */
export const listPackagesBehind = (workspace, names) => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const starts = names.map(name => resolve(packages, workspace, name));
  return [...walk(packages, starts, path => possiblyNeededBy(packages[path]))];
};

const possiblyNeededBy = described => [
  ...neededBy(described),
  ...Object.keys(described.optionalDependencies ?? {}),
];

const neededBy = ({ dependencies, peerDependencies, peerDependenciesMeta, optionalDependencies }) =>
  [
    ...Object.keys(dependencies ?? {}),
    ...Object.keys(peerDependencies ?? {}).filter(name => !peerDependenciesMeta?.[name]?.optional),
  ].filter(name => !optionalDependencies?.[name]);

const walk = (packages, starts, namesAt) => {
  const found = new Set(starts);
  for (const path of found)
    for (const name of namesAt(path)) {
      const next = resolve(packages, path, name);
      if (next !== undefined) found.add(next);
    }
  return found;
};

/** Looks where Node looks: beside the package, then in each folder above it. */
const resolve = (packages, from, name) => {
  for (let folder = from; ; folder = parentOf(folder)) {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
    const found = packages[path];
    if (found) return found.link ? found.resolved : path;
    if (!folder) return undefined;
  }
};

const parentOf = folder => folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
