import type { Command } from './command.ts';

export const secretsReseal: Command = {
  name: 'secrets reseal',
  summary:
    'Encrypts every secret in the database again with GATEHOUSE_SECRET_KEY, so that previous keys can be removed.',
  options: {},
  async run(_flags, env) {
    const { runOnDatabase } = await import('./on-database.ts');
    const { CommandError } = await import('./command.ts');
    const { keyId, resealed, broken } = await runOnDatabase(env, 'secrets reseal', {});
    process.stdout.write(`${resealed} secrets were sealed anew; all are sealed with key ${keyId} now.\n`);
    if (broken)
      throw new CommandError(`${broken} more are damaged: nothing opens them, and they stay as they are.`);
  },
};
