import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestPostgresql } from './src/database/testing/postgresql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL whose owner may create databases; `gatehouse_template` there is migrated. */
    postgresqlUrl: string;
  }
}

type Project = { provide(key: 'postgresqlUrl', value: string): void };

/** In a process of its own: the embedded database finds its program by `import.meta.resolve`, which Vitest lacks here. */
const makeTemplate = () =>
  promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('./src/database/embedded/make-template.ts', import.meta.url)),
  ]);

export default async (project: Project) => {
  const [server] = await Promise.all([startTestPostgresql(process.env.TEST_DATABASE_URL), makeTemplate()]);
  project.provide('postgresqlUrl', server.url);
  return server.stop;
};
