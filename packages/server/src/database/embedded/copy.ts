import { constants } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { withClient } from '../pool.ts';

const copyDirectory = (dataDir: string) => join(dataDir, 'copy');

/** A copy that a killed process left behind holds what may have been erased since. */
export const removeCopy = (dataDir: string) => rm(copyDirectory(dataDir), { recursive: true, force: true });

/** The database as it is now, in its own directory. The one session is held: others wait while files are copied. */
export const copyEmbedded = async (pool: Pool, dataDir: string) => {
  await removeCopy(dataDir);
  const directory = copyDirectory(dataDir);
  await mkdir(directory, { mode: 0o700 });
  await withClient(pool, async client => {
    await client.query('checkpoint');
    const mode = constants.COPYFILE_FICLONE;
    await cp(join(dataDir, 'database'), join(directory, 'database'), { recursive: true, mode });
  });
  return directory;
};
