import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install-if-needed.mjs';
import { readImports } from './layers.mjs';

const console = 'packages/console/src';
const table = `${console}/areas.ts`;
const english = 'packages/phrases/src/en';
/** The phrases of the shell, and those of the cloud edition, whose screens load them at the start. */
const always = ['console', 'console/cloud'];

/**
 * A key of phrases that a screen has not loaded is shown as it is. Walks from the routes of each area through all imports,
 * and says which files speak phrases that the area does not load.
 */
export const checkPhraseChunks = () => {
  const graph = readImports();
  const complaints = new Set();
  const namespaceOf = readGroups(complaints);
  const visit = (file, loaded, area, seen) => {
    const visited = [file, ...loaded].join(' ');
    if (seen.has(visited) || !graph.has(file) || !file.startsWith(console)) return;
    seen.add(visited);
    const text = readFileSync(join(root, file), 'utf8');
    const here = new Set([...loaded, ...loadedBy(text)].sort());
    for (const group of spokenGroups(text)) {
      const namespace = namespaceOf.get(group);
      if (namespace && !here.has(namespace))
        complaints.add(`${file} says “${group}…” of ${namespace}, which ${area} does not load.`);
    }
    for (const path of graph.get(file)) visit(path, here, area, seen);
  };
  const areas = readAreas();
  if (areas.length === 0) return 'No area was found.';
  for (const { routes, phrases } of areas) visit(routes, new Set([...always, ...phrases]), routes, new Set());
  return complaints.size > 0 ? [...complaints].sort().join('\n') : undefined;
};

/** The first part of each key, with the file that has it. In two files, one would hide the other. */
const readGroups = complaints => {
  const index = readFileSync(join(root, english, 'index.ts'), 'utf8');
  const names = [...index.matchAll(/^ {2}'?(console(?:\/[\w-]+)?)'?:/gm)].map(([, name]) => name);
  const groups = new Map();
  for (const name of names)
    for (const group of Object.keys(JSON.parse(readFileSync(join(root, english, `${name}.json`), 'utf8')))) {
      if (groups.has(group)) complaints.add(`“${group}…” is in ${groups.get(group)} and in ${name}.`);
      groups.set(group, name);
    }
  return groups;
};

const readAreas = () => {
  const text = readFileSync(join(root, table), 'utf8');
  const files = new Map(
    [...text.matchAll(/import \{([^}]+)\} from '\.\/(areas\/[^']+\/[\w-]*routes\.ts)'/g)].flatMap(
      ([, names, path]) => names.split(',').map(name => [name.trim(), `${console}/${path}`]),
    ),
  );
  return text.split(/\n {4}section:/).flatMap(block => {
    const routes = files.get(/routes: (\w+)/.exec(block)?.[1]);
    const [, list = ''] = /phrases: \[([^\]]*)\]/.exec(block) ?? [];
    const phrases = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name);
    return routes ? [{ routes, phrases }] : [];
  });
};

const loadedBy = text => [...text.matchAll(/loadAreaPhrases\('([^']+)'\)/g)].map(([, name]) => name);

/** Keys stand in calls, attributes and tables: each text that looks like one counts. */
const spokenGroups = text =>
  new Set(
    [
      ...text.matchAll(
        /\bt\(\s*[^)]*?['"`]([a-z_]+)\.|\b(?:words|label|title)[=:]\s*\{?['"`]([a-z_]+)[.'"`]/g,
      ),
    ].map(([, said, named]) => said ?? named),
  );
