import { builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import type { Kysely } from 'kysely';
import { factoryIdsOf, findFactory } from '../connectors/catalogue.ts';
import { openConfig } from '../connectors/sealed-config.ts';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../request-error.ts';
import { admitBuiltInEmail, senderOf } from './built-in-emails.ts';
import type { NoticeType } from './notice-types.ts';
import { admitSms } from './sms-limits.ts';

export type Message = {
  channel: 'Email' | 'Sms';
  recipient: string;
  templateType: TemplateType | NoticeType;
  /** `locale` in it is the language that the recipient reads. */
  payload: Record<string, unknown>;
  /** The installation has its own mail server, which sends where no connector does. */
  hasMailServer?: boolean;
  /** No user has the address: stored like any other, so that it takes as long, and never sent. */
  isDropped?: boolean;
};

/**
 * Writes a message down in the transaction that causes it; its connector sends it right after. Without a connector that
 * could send it, it is refused.
 */
export const queueMessage = async (
  tx: Write,
  vault: Vault,
  { payload, hasMailServer = false, isDropped = false, ...message }: Message,
) => {
  if (message.channel === 'Sms') await admitSms(tx.db, message.recipient, { isSent: !isDropped });
  const connector = await findSender(tx.db, message.channel);
  if (!connector && !hasMailServer)
    throw new RequestError('connector.not_found', { data: { type: message.channel } });
  const isBuiltIn = connector?.connectorId === builtInEmailId;
  if (isBuiltIn) await admitBuiltInEmail(tx.db, { isSent: !isDropped, templateType: message.templateType });
  const isKept = !connector || (!isBuiltIn && findFactory(connector.connectorId)?.send === undefined);
  const sender = isBuiltIn ? senderOf(openConfig(vault, connector.config)) : {};
  await tx.db
    .insertInto('messages')
    .values({
      ...message,
      connectorId: isKept ? null : connector.id,
      payload: vault.seal(JSON.stringify({ ...payload, ...sender })),
      ...(isDropped
        ? { sentAt: Date.now(), error: 'no user has this address', ...withoutPerson(vault, message) }
        : {}),
    })
    .execute();
};

/** A test of the built-in service; refused where another connector would send it. */
export const queueBuiltIn = async (
  tx: Write,
  vault: Vault,
  message: Pick<Message, 'recipient' | 'templateType' | 'payload'>,
) => {
  const connector = await findSender(tx.db, 'Email');
  if (connector?.connectorId !== builtInEmailId) throw new RequestError('connector.unexpected_type');
  await queueMessage(tx, vault, { channel: 'Email', ...message });
};

/** The connector that sends the tenant's messages. */
export const findSender = (db: Kysely<Tables>, channel: Message['channel']) =>
  db
    .selectFrom('connectors')
    .select(['id', 'connectorId', 'config'])
    .where('connectorId', 'in', factoryIdsOf(channel))
    .executeTakeFirst();

/** A finished message without personal data. Only a hash of its recipient remains. */
export const withoutPerson = (vault: Vault, { recipient }: { recipient: string }) => ({
  recipient: recipientMark(vault, recipient),
  payload: '',
});

export const recipientMark = (vault: Vault, recipient: string) =>
  `mark.${vault.mark(`recipient ${recipient.toLowerCase()}`).toString('base64url')}`;
