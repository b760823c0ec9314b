import { hookEvents } from '@gatehouse/contract/events.ts';
import { hook, hookConfig } from '@gatehouse/contract/hooks.ts';
import { z } from 'zod';
import { openHook } from '../../domain/hooks.ts';
import { defineKind } from '../kind.ts';

const schema = z.strictObject({
  name: hook.shape.name,
  events: z.array(z.enum(hookEvents)).default([]),
  config: hookConfig,
  enabled: z.boolean().default(true),
});
type Fields = z.infer<typeof schema>;

/** The signing key belongs to a tenant and is in no file. */
export const webhooks = defineKind<Fields>({
  folder: 'webhooks',
  entity: 'hook',
  key: ['name'],
  schema,

  async read({ db, vault }) {
    const rows = await db.selectFrom('hooks').selectAll().orderBy('createdAt').orderBy('id').execute();
    return rows.map(row => {
      const { id, name, events, event, config, enabled } = openHook(row, vault);
      return {
        id,
        name,
        fields: { name, events: events.length || !event ? events : [event], config, enabled },
      };
    });
  },

  // Headers often carry a token of the receiver.
  secretsOf: ({ config }) => Object.keys(config.headers ?? {}).map(name => ['config', 'headers', name]),

  create: async ({ call }, fields) => (await call('hooks', 'create', { body: fields })).id,

  async update({ call }, id, fields) {
    await call('hooks', 'update', { params: { id }, body: { ...fields, event: null } });
  },

  delete: ({ call }, id) => call('hooks', 'delete', { params: { id } }),
});
