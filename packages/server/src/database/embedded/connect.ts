import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from '../../log.ts';
import { columnTypes } from '../column-values.ts';
import type { Connections } from '../connections.ts';
import type { Invalidation } from '../invalidation.ts';
import { migrate } from '../migrate.ts';
import { createPool, endPool } from '../pool.ts';
import { removeCopy } from './copy.ts';
import { lockDirectory } from './lock.ts';
import { startEmbeddedServer } from './server.ts';
import { copyTemplate } from './template.ts';
import type { Patience } from './wire.ts';

/** The embedded database speaks the same protocol to the same driver, over one session. */
export const connectEmbedded = async (
  dataDir: string,
  invalidation: Invalidation,
  {
    logger,
    ...options
  }: { logger?: Logger; patience?: Patience; onStarting?: (() => void) | undefined } = {},
): Promise<Connections> => {
  const directory = resolve(dataDir);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(directory);
  await removeCopy(directory);
  const databaseDirectory = join(directory, 'database');
  await copyTemplate(databaseDirectory);
  const server = startEmbeddedServer(databaseDirectory, options);
  const pool = createPool(
    {
      user: 'postgres',
      database: 'postgres',
      max: 1,
      idleTimeoutMillis: 0,
      types: columnTypes,
      stream: () => server.connect(),
      onConnect: client => invalidation.attach(client),
    },
    logger,
  );
  return {
    pool,
    isPooled: false,
    migrate: () => migrate(pool),
    async close() {
      await endPool(pool);
      await server.close();
      await unlock();
    },
  };
};
