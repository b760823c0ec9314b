import { createApp } from '../../app.ts';
import { openDatabase } from '../../database/open.ts';
import { openTestDatabase, testVault } from '../../database/testing/open.ts';
import { parseEnvironment } from '../../env.ts';
import { createLogger } from '../../log.ts';
import { startTestApp, type TestApp } from './app.ts';
import { freePort } from './free-port.ts';

export type Server = Pick<TestApp, 'env'>;

/** Two servers with one PostgreSQL and one name: what one process keeps to itself, the other does not know. */
export const startTwoServers = async (variables: Record<string, string> = {}) => {
  const database = await openTestDatabase('postgresql');
  const first = await startTestApp('postgresql', { database, variables });
  const { ENDPOINT, ADMIN_ENDPOINT } = first.env;
  const ports = { PORT: `${await freePort()}`, ADMIN_PORT: `${await freePort()}` };
  const env = parseEnvironment({ ...variables, ...ports, ENDPOINT, ADMIN_ENDPOINT, LOG_LEVEL: 'silent' });
  const again = await openDatabase(database.options);
  const logger = createLogger(env.LOG_LEVEL);
  const app = await createApp({ env, database: again, vault: testVault, logger, isStrict: true });
  await app.listen();
  const second: Server = { env };
  return {
    first,
    second,
    async close() {
      await app.close();
      await again.close();
      await first.close();
    },
  };
};
