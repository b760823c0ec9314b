import { type Command, CommandError } from './command.ts';

export const promote: Command = {
  name: 'promote',
  summary: 'Copies the embedded database to an empty PostgreSQL and verifies the copy.',
  options: {
    to: {
      type: 'string',
      description: 'the address of the database: postgres://user:password@host/database',
      required: true,
    },
  },
  async run({ to }, env) {
    if (env.DATABASE_URL)
      throw new CommandError('DATABASE_URL is set: the database is not the embedded one.');
    const { runOnDatabase } = await import('./on-database.ts');
    const url = String(to);
    const counts = await runOnDatabase(env, 'promote', { to: url });
    const total = counts.reduce((sum, { rows }) => sum + rows, 0);
    process.stdout.write(
      `Copied ${total} rows of ${counts.length} tables; counts and checksums agree.\n` +
        'A running server was not interrupted, and what it has written since is not in the copy: stop it first for the final move.\n' +
        `From now on, start with DATABASE_URL=${withoutPassword(url)}; keep ${env.GATEHOUSE_DATA_DIR}/secret.key: ` +
        'it opens the secrets in the database.\n',
    );
  },
};

const withoutPassword = (url: string) => url.replace(/:[^:@/]*@/, ':…@');
