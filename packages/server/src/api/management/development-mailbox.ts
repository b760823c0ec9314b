import type { KeptMessage, developmentMailbox as rows } from '@gatehouse/contract/development-mailbox.ts';
import { findFactory } from '../../connectors/catalogue.ts';
import type { Handlers } from '../../http/implement.ts';
import { maySeeSecrets } from '../../http/reveal.ts';

export const developmentMailbox: Handlers<typeof rows> = {
  async list({ db, query, page, caller, services }) {
    const maySeePayloads = maySeeSecrets(caller, 'connectors');
    const connectors = await db.selectFrom('connectors').select('connectorId').execute();
    const channels = connectors.flatMap(({ connectorId }) => {
      const metadata = findFactory(connectorId)?.metadata;
      return metadata?.isDemo ? [metadata.type] : [];
    });
    // Messages of a channel that really sends must not be readable.
    if (channels.length === 0) return { items: [], total: 0 };
    const { recipient, channel: wanted } = query;
    const kept = db
      .selectFrom('messages')
      .where('channel', 'in', channels)
      .where('error', 'is', null)
      .where('connectorId', 'is', null)
      .$if(recipient !== undefined, messages => messages.where('recipient', '=', recipient!))
      .$if(wanted !== undefined, messages => messages.where('channel', '=', wanted!));
    const { total } = await kept.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const messages = await kept
      .selectAll()
      .orderBy('id', 'desc')
      .limit(page.size)
      .offset(page.offset)
      .execute();
    const items = messages.map(({ id, channel, templateType, payload, createdAt, ...message }) => ({
      id,
      channel: channel as KeptMessage['channel'],
      recipient: message.recipient,
      templateType: templateType as KeptMessage['templateType'],
      payload: maySeePayloads ? (JSON.parse(services.vault.open(payload)) as KeptMessage['payload']) : {},
      createdAt,
    }));
    return { items, total };
  },
};
