import { fileURLToPath } from 'node:url';
import { loadStaticFiles, type StaticFiles } from './http/static-files.ts';

const loaded = new Map<string, StaticFiles>();

/** Read once in a process: what was built does not change while it runs. */
const load = (...folders: string[]) => {
  const key = folders.join('\n');
  const known = loaded.get(key) ?? loadStaticFiles(...folders);
  loaded.set(key, known);
  return known;
};

/** Beside `src` and `dist` alike, with what the build has added. */
export const ourFiles = (name: 'plain') =>
  load(...['public', 'dist'].map(folder => fileURLToPath(new URL(`../${folder}/${name}`, import.meta.url))));

/** The apps are built next to the server, whether it runs from its sources or from its bundle. */
export const builtFiles = (app: 'console' | 'docs' | 'experience') =>
  load(fileURLToPath(new URL(`../../${app}/dist`, import.meta.url)));

/** The passages of the documentation that search and the assistant use. */
export const docsPassages = fileURLToPath(new URL('../../docs/dist/assets/passages.json', import.meta.url));
