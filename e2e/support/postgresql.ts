import { startTestPostgresql } from '../../packages/server/src/database/testing/postgresql.ts';

/** A PostgreSQL for the products that run on one. */
export default async () => {
  const server = await startTestPostgresql(process.env.TEST_DATABASE_URL);
  process.env.E2E_POSTGRESQL_URL = server.url;
  return server.stop;
};
