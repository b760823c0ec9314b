import { type Command, CommandError } from './command.ts';

export const rescue: Command = {
  name: 'rescue',
  summary:
    'Opens the console when its settings lock everyone out: creates an administrator, and turns off what stops sign-ins with a username and a password. The settings are one change, which --undo takes back.',
  options: {
    username: { type: 'string', description: 'of the new administrator' },
    password: { type: 'string', description: 'at least 8 characters' },
    email: { type: 'string', description: 'where the console asks its users for one' },
    undo: { type: 'string', description: 'the ID of the change of an earlier rescue' },
  },
  async run({ username, password, email, undo }, env) {
    const { runOnDatabase } = await import('./on-database.ts');
    if (undo) {
      await runOnDatabase(env, 'rescue undo', { changeId: String(undo) });
      process.stdout.write('Undone: the settings are as before. The administrator is still there.\n');
      return;
    }
    if (!username || !password) throw new CommandError('--username and --password are missing.');
    const { changes, changeId } = await runOnDatabase(env, 'rescue', {
      username: String(username),
      password: String(password),
      ...(email ? { email: String(email) } : {}),
    });
    const lines = changes.length
      ? ['Changed in the settings of the console:', ...changes.map(change => `  ${change}`)]
      : ['No setting of the console had to be changed.'];
    process.stdout.write(
      [
        ...lines,
        '',
        `Created the administrator ${username}. Sign in at ${env.ADMIN_ENDPOINT}`,
        ...(changeId ? [`Restore the settings later with: rescue --undo ${changeId}`] : []),
        '',
      ].join('\n'),
    );
  },
};
