import { makeTemplate } from './src/database/embedded/make-template.ts';
import { startTestPostgresql } from './src/database/testing/postgresql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL whose owner may create databases; `gatehouse_template` there is migrated. */
    postgresqlUrl: string;
  }
}

type Project = { provide(key: 'postgresqlUrl', value: string): void };

export default async (project: Project) => {
  const [server] = await Promise.all([startTestPostgresql(process.env.TEST_DATABASE_URL), makeTemplate()]);
  project.provide('postgresqlUrl', server.url);
  return server.stop;
};
