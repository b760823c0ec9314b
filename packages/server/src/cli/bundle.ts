import type { Command } from './command.ts';

const secrets = 'Environment variables provide the values of ${NAME} in the files.';
const tenant =
  'GATEHOUSE_URL is the address of the tenant. GATEHOUSE_CLIENT_ID and GATEHOUSE_CLIENT_SECRET are the credentials of a machine-to-machine application.';

/** A tenant as files: they are exchanged with a server that runs, wherever it is. */
export const pull: Command = {
  name: 'pull',
  summary: `Writes the configuration of a tenant into a folder, as YAML files. ${tenant}`,
  parameters: ['folder'],
  options: {},
  async run({ folder }) {
    const { pullBundle } = await import('./bundle-commands.ts');
    await pullBundle(String(folder));
  },
};

export const plan: Command = {
  name: 'plan',
  summary: `Shows what "apply" would change in the tenant. ${tenant} ${secrets}`,
  parameters: ['folder'],
  options: {
    delete: { type: 'boolean', description: 'also delete what the files do not list' },
    json: { type: 'boolean', description: 'print the plan as JSON' },
    'exit-code': { type: 'boolean', description: 'exit with code 2 if there is something to change' },
  },
  async run({ folder, delete: isDeleting, json, 'exit-code': hasExitCode }) {
    const { planBundle } = await import('./bundle-commands.ts');
    const isChanged = await planBundle(String(folder), {
      isDeleting: Boolean(isDeleting),
      isJson: Boolean(json),
    });
    if (isChanged && hasExitCode) process.exitCode = 2;
  },
};

export const apply: Command = {
  name: 'apply',
  summary: `Applies the files to the tenant in one transaction, which one click in the console undoes. ${tenant} ${secrets}`,
  parameters: ['folder'],
  options: {
    delete: { type: 'boolean', description: 'also delete what the files do not list' },
    overwrite: {
      type: 'boolean',
      description: 'overwrite objects that were changed in the tenant after the last apply',
    },
    json: { type: 'boolean', description: 'print the changes as JSON' },
  },
  async run({ folder, delete: isDeleting, overwrite, json }) {
    const { applyBundle } = await import('./bundle-commands.ts');
    const options = { isDeleting: Boolean(isDeleting), isJson: Boolean(json), overwrite: Boolean(overwrite) };
    await applyBundle(String(folder), options);
  },
};

export const diff: Command = {
  name: 'diff',
  summary:
    'Compares two bundles. Each is a folder or the address of a tenant. GATEHOUSE_OTHER_CLIENT_ID and GATEHOUSE_OTHER_CLIENT_SECRET are the credentials for the second tenant.',
  parameters: ['one', 'other'],
  options: { json: { type: 'boolean', description: 'print the differences as JSON' } },
  async run({ one, other, json }) {
    const { diffBundles } = await import('./bundle-commands.ts');
    await diffBundles(String(one), String(other), { isJson: Boolean(json) });
  },
};
