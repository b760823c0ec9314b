import { type Command, CommandError } from './command.ts';

export const rescue: Command = {
  name: 'rescue',
  summary:
    'Opens the console when its settings lock all administrators out: creates an administrator, and turns off what stops a sign-in with a username and a password. The settings are one change, which --undo restores.',
  options: {
    username: { type: 'string', description: 'the username of the new administrator' },
    password: { type: 'string', description: 'at least 8 characters' },
    email: {
      type: 'string',
      description: 'the email address of the new administrator, if the console requires one',
    },
    undo: {
      type: 'string',
      description: 'restore the settings: the ID of the change that an earlier rescue printed',
    },
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
