import type { Command } from './command.ts';

export const adminCreate: Command = {
  name: 'admin create',
  summary: 'Creates an administrator, who can sign in to the console.',
  options: {
    username: {
      type: 'string',
      description: 'letters, digits and underscores, not starting with a digit',
      required: true,
    },
    password: { type: 'string', description: 'at least 8 characters', required: true },
  },
  async run({ username, password }, env) {
    const input = { username: String(username), password: String(password) };
    const { runOnDatabase } = await import('./on-database.ts');
    await runOnDatabase(env, 'admin create', input);
    process.stdout.write(`Created the administrator ${input.username}. Sign in at ${env.ADMIN_ENDPOINT}\n`);
  },
};
