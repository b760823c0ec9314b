import type { Command } from './command.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Brings the database to the schema of this version. The server does the same when it starts.',
  options: {},
  async run(_flags, env) {
    const { openDatabase } = await import('../database/open.ts');
    const { isServed } = await import('../database/embedded/control.ts');
    const dataDir = env.GATEHOUSE_DATA_DIR;
    // A server that holds the embedded database has migrated it when it started.
    if (env.DATABASE_URL || !(await isServed(dataDir)))
      await (
        await openDatabase({ url: env.DATABASE_URL, directUrl: env.DATABASE_DIRECT_URL, dataDir })
      ).close();
    process.stdout.write('The database is up to date.\n');
  },
};
