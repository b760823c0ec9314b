import { connector, connectorMetadata } from '@gatehouse/contract/connectors.ts';
import { z } from 'zod';
import { confidentialItems, findFactory } from '../../connectors/catalogue.ts';
import { openConfig } from '../../connectors/sealed-config.ts';
import { secretPaths } from '../../http/reveal.ts';
import { isSame } from '../canonical.ts';
import { defineKind } from '../kind.ts';

const schema = z.strictObject({
  connectorId: connector.shape.connectorId,
  metadata: connectorMetadata.default({}),
  syncProfile: z.boolean().default(false),
  enableTokenStorage: z.boolean().default(false),
  config: z.record(z.string(), z.unknown()).default({}),
});
type Fields = z.infer<typeof schema>;

export const connectors = defineKind<Fields>({
  folder: 'connectors',
  entity: 'connector',
  key: ['connectorId', 'metadata'],
  fixed: ['connectorId'],
  schema,

  async read({ db, vault }) {
    const rows = await db.selectFrom('connectors').selectAll().orderBy('createdAt').orderBy('id').execute();
    return rows
      .filter(({ connectorId }) => findFactory(connectorId))
      .map(({ id, connectorId, metadata, syncProfile, enableTokenStorage, config }) => ({
        id,
        name: String(metadata.target ?? connectorId),
        fields: { connectorId, metadata, syncProfile, enableTokenStorage, config: openConfig(vault, config) },
      }));
  },

  secretsOf: ({ connectorId, config }) =>
    secretPaths(config, confidentialItems(connectorId)).map(path => ['config', ...path]),

  create: async ({ call }, fields) => (await call('connectors', 'create', { body: fields })).id,

  async update({ call }, id, { connectorId: _, metadata, ...fields }, before) {
    const looks = isSame(metadata, before.metadata) ? {} : { metadata };
    await call('connectors', 'update', { params: { id }, body: { ...fields, ...looks } });
  },

  delete: ({ call }, id) => call('connectors', 'delete', { params: { id } }),
});
