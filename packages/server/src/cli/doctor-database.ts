import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import type { Environment } from '../env.ts';
import { NotCheckedError } from './doctor-finding.ts';
/** Looks at the database and leaves its schema as it is. */
export const inspectDatabase = async <T>(env: Environment, look: (database: Database) => Promise<T>) => {
  const database = await openDatabase({
    url: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    dataDir: env.GATEHOUSE_DATA_DIR,
    migrates: false,
  }).catch((error: Error) => {
    throw new NotCheckedError(`not checked: ${error.message}`, { cause: error });
  });
  try {
    return await look(database);
  } finally {
    await database.close();
  }
};
