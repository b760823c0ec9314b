import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A new embedded database, made once by the build: copying it is several times faster than making another. */
export const templateDirectory = fileURLToPath(
  new URL('../../../../../.cache/embedded-template', import.meta.url),
);

/** Begins a new database from the template, if there is one. A copy that was cut short is begun again. */
export const copyTemplate = async (databaseDirectory: string) => {
  if (existsSync(databaseDirectory) || !existsSync(templateDirectory)) return;
  const copying = `${databaseDirectory}.copying`;
  await rm(copying, { recursive: true, force: true });
  await cp(templateDirectory, copying, { recursive: true });
  await rename(copying, databaseDirectory);
};
