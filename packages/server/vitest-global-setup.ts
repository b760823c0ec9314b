import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from '../../scripts/build.mjs';
import { dropPreparedDatabases, startTestPostgresql } from './src/database/testing/postgresql.ts';
import { startPgBouncer } from './src/drills/testing/pgbouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL whose owner may create databases; `gatehouse_template` there is migrated. */
    postgresqlUrl: string;
    /** The same through a pooler, where the run is about that. */
    poolerUrl: string | undefined;
    /** For databases that a worker prepares and copies. */
    preparedDirectory: string;
  }
}

type Project = {
  provide(key: 'postgresqlUrl' | 'preparedDirectory', value: string): void;
  provide(key: 'poolerUrl', value: string | undefined): void;
};

/** In its own process: the embedded database finds its program by `import.meta.resolve`, which Vitest lacks here. */
const makeTemplate = () =>
  promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('./src/database/embedded/make-template.ts', import.meta.url)),
  ]);

export default async (project: Project) => {
  await build({ only: ['docs', 'server'] });
  const [server] = await Promise.all([startTestPostgresql(process.env.TEST_DATABASE_URL), makeTemplate()]);
  const pooler = process.env.TEST_POOLER ? await startPgBouncer(server.url) : undefined;
  project.provide('postgresqlUrl', server.url);
  project.provide('poolerUrl', pooler?.url);
  const preparedDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-prepared-'));
  project.provide('preparedDirectory', preparedDirectory);
  return async () => {
    await rm(preparedDirectory, { recursive: true, force: true });
    await pooler?.stop();
    await dropPreparedDatabases(server.url);
    await server.stop();
  };
};
