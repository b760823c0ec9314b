import type { Command } from './command.ts';

export const m2mCreate: Command = {
  name: 'm2m create',
  summary: 'Creates a machine-to-machine application that can call the management API.',
  options: {
    name: { type: 'string', description: 'the name in the console', required: true },
    tenant: { type: 'string', description: 'the tenant that it manages (default: the default tenant)' },
    json: { type: 'boolean', description: 'print the ID and the secret as JSON' },
  },
  async run({ name, tenant, json }, env) {
    const { runOnDatabase } = await import('./on-database.ts');
    const { id, secret } = await runOnDatabase(env, 'm2m create', {
      name: String(name),
      ...(tenant ? { tenantId: String(tenant) } : {}),
    });
    if (json) process.stdout.write(`${JSON.stringify({ id, secret })}\n`);
    else process.stdout.write(`Created the application ${name}.\n\n  id      ${id}\n  secret  ${secret}\n`);
  },
};
