import type { Command } from './command.ts';

export const m2mCreate: Command = {
  name: 'm2m create',
  summary: 'Creates a machine-to-machine application that may use the management API.',
  options: {
    name: { type: 'string', description: 'how the console shows it', required: true },
    tenant: { type: 'string', description: 'whose management API; the default tenant otherwise' },
    json: { type: 'boolean', description: 'print {"id", "secret"} for a script' },
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
