import { type Command, CommandError } from './command.ts';

export const seed: Command = {
  name: 'seed',
  summary: 'Fills the default tenant with demo data: applications, users, organizations, logs.',
  options: { demo: { type: 'boolean', description: 'confirm that demo data is added' } },
  async run({ demo }, env) {
    if (!demo)
      throw new CommandError('Say `seed --demo`: it adds 2,000 users and more to the default tenant.');
    const { runOnDatabase } = await import('./on-database.ts');
    const { isNew } = await runOnDatabase(env, 'seed', {});
    process.stdout.write(isNew ? 'Filled in the demo data.\n' : 'The demo data is there already.\n');
  },
};
