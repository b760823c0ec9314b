import { fileURLToPath } from 'node:url';
import { loadStaticFiles } from './http/static-files.ts';

/** Beside `src` and `dist` alike, with what the build has added. */
export const ourFiles = (name: 'docs' | 'plain') =>
  loadStaticFiles(
    ...['public', 'dist'].map(folder => fileURLToPath(new URL(`../${folder}/${name}`, import.meta.url))),
  );

/** The apps are built next to the server, whether it runs from its sources or from its bundle. */
export const builtFiles = (app: 'console' | 'experience') =>
  loadStaticFiles(fileURLToPath(new URL(`../../${app}/dist`, import.meta.url)));
