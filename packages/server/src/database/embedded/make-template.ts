import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
};

if (import.meta.main) await makeTemplate();
