import { generateShortId } from '@gatehouse/contract/ids.ts';
import { systemOrigin } from '../../../domain/origins.ts';
import type { TestApp } from '../../../http/testing/app.ts';

/** Makes the things that tests hang other things from, each with its own name. */
export const createBuilders = ({ manage, database }: Pick<TestApp, 'manage' | 'database'>) => {
  let count = 0;
  const nextName = (noun: string) => {
    count += 1;
    return `${noun} ${count}`;
  };
  return {
    organization: async (name = nextName('Organization')) =>
      (await manage('POST', '/organizations', { name })).body as { id: string; name: string },

    organizationRole: async (type: 'User' | 'MachineToMachine' = 'User') =>
      (await manage('POST', '/organization-roles', { name: nextName('Role'), type })).body as {
        id: string;
        name: string;
      },

    application: async (fields: Record<string, unknown> = {}) =>
      (
        await manage('POST', '/applications', {
          name: nextName('Application'),
          type: 'MachineToMachine',
          ...fields,
        })
      ).body as { id: string; name: string },

    /** An API resource with one permission. */
    async scope() {
      count += 1;
      const indicator = `https://api-${count}.example`;
      const { body: resource } = await manage('POST', '/resources', { name: nextName('API'), indicator });
      const { body: scope } = await manage('POST', `/resources/${resource.id}/scopes`, {
        name: `read:${count}`,
      });
      return scope as { id: string; name: string; resourceId: string };
    },

    /** Straight into the database: tests about something else need no password hash. */
    user: (fields: { name?: string; primaryEmail?: string } = {}) =>
      database
        .tenant('default')
        .write(systemOrigin('test'), tx => tx.insert('users', { id: generateShortId(), ...fields })),
  };
};
