import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import { factoryIdsOf } from '../connectors/catalogue.ts';
import type { Write } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../domain/request-error.ts';

export type Message = {
  channel: 'Email' | 'Sms';
  recipient: string;
  templateType: TemplateType;
  payload: Record<string, unknown>;
  /** Nobody has the address: written down like any other, so that it takes as long, and never sent. */
  isDropped?: boolean;
};

/** Writes a message down in the transaction that causes it. Without a connector that could send it, it is refused. */
export const queueMessage = async (
  tx: Write,
  vault: Vault,
  { payload, isDropped = false, ...message }: Message,
) => {
  const connector = await tx.db
    .selectFrom('connectors')
    .select('id')
    .where('connectorId', 'in', factoryIdsOf(message.channel))
    .executeTakeFirst();
  if (!connector) throw new RequestError('connector.not_found', { data: { type: message.channel } });
  await tx.db
    .insertInto('messages')
    .values({
      ...message,
      payload: vault.seal(JSON.stringify(payload)),
      ...(isDropped ? { sentAt: Date.now(), error: 'no user has this address' } : {}),
    })
    .execute();
};
