import type { Command } from './command.ts';

export const approvalsEnd: Command = {
  name: 'approvals end',
  summary:
    'Ends the rule that changes need the approval of another member, when no member is left who could approve.',
  options: {
    tenant: { type: 'string', description: 'the ID of the tenant; the default is “default”' },
  },
  async run({ tenant }, env) {
    const { runOnDatabase } = await import('./on-database.ts');
    const { wasOn } = await runOnDatabase(env, 'approvals end', { tenantId: String(tenant ?? 'default') });
    process.stdout.write(
      wasOn ? 'Changes no longer need an approval.\n' : 'No approval was needed: nothing has changed.\n',
    );
  },
};
