import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openDatabase } from '../open.ts';
import { templateDirectory } from './template.ts';

/** Makes the template of new embedded databases, unless it is there already. */
export const makeTemplate = async () => {
  const template = await templateDirectory();
  if (existsSync(template)) return;
  const dataDir = `${template}.${process.pid}`;
  await mkdir(dirname(template), { recursive: true });
  const database = await openDatabase({ dataDir });
  await database.close();
  // Another process may have been faster; then its template stays.
  await rename(join(dataDir, 'database'), template).catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
  await removeOthers(template);
};

/** Templates of earlier migrations are of no more use. One with a dot in its name is being made by another process. */
const removeOthers = async (template: string) => {
  const names = await readdir(dirname(template));
  const old = names.filter(name => /^embedded-[0-9a-f]+$/.test(name) && name !== basename(template));
  for (const name of old) await rm(join(dirname(template), name), { recursive: true, force: true });
};

if (import.meta.main) await makeTemplate();
