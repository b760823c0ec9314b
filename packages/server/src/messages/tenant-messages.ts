import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import { findFactory } from '../connectors/catalogue.ts';
import { runConnector } from '../connectors/run.ts';
import { openConfig } from '../connectors/sealed-config.ts';
import type { Database } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import type { Logger } from '../log.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { RequestError } from '../request-error.ts';
import { isBuiltIn } from './built-in-emails.ts';
import { startDelivery } from './delivery.ts';
import type { NoticeType } from './notice-types.ts';
import { renderMessage } from './render.ts';

type Dependencies = { database: Database; vault: Vault; logger: Logger; outgoing: Outgoing; now(): number };

/** Sends the messages of tenants by the connectors that they have set up. */
export const startTenantMessages = (dependencies: Dependencies) => {
  const { database, vault, outgoing } = dependencies;
  return startDelivery(dependencies, {
    width: 8,
    // Messages of the built-in service are sent with our own.
    isMine: eb => eb.and([eb('connectorId', 'is not', null), eb.not(isBuiltIn(eb))]),
    async send({ tenantId, connectorId, channel, recipient, templateType, payload }) {
      const { factory, config, message } = await database.tenant(tenantId).read(async db => {
        const connector = await db
          .selectFrom('connectors')
          .select(['connectorId', 'config'])
          .where('id', '=', connectorId ?? '')
          .executeTakeFirst();
        const factory = connector && findFactory(connector.connectorId);
        if (!connector || !factory?.send)
          throw new RequestError('connector.not_found', { data: { type: channel } });
        const config = openConfig(vault, connector.config);
        const use = {
          to: recipient,
          templateType: templateType as TemplateType | NoticeType,
          payload: JSON.parse(vault.open(payload)) as Record<string, unknown>,
        };
        return {
          factory,
          config,
          message: await renderMessage(db, channel as 'Email' | 'Sms', use, config),
        };
      });
      await runConnector(() => factory.send?.(outgoing, config, message));
    },
  });
};
