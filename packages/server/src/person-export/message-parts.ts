import { sql } from 'kysely';
import { attemptHashes } from '../domain/sentinel.ts';
import { recipientMark } from '../messages/queue.ts';
import { atOnce, batchSize, inBatches, type PartReader, type Source, timeOf } from './source.ts';

const isAmong = (column: string, addresses: readonly string[]) =>
  sql<boolean>`lower(${sql.ref(column)}) = any(${addresses.map(address => address.toLowerCase())}::text[])`;

/** The metadata of messages, never their content: messages contain codes and links that authenticate the user. */
const messages: PartReader = async function* (source) {
  const { addresses, vault } = source;
  const known = [...addresses.map(address => address.toLowerCase())];
  const marks = addresses.map(address => recipientMark(vault, address));
  const rows = inBatches(source, (db, last: { id: number } | undefined) =>
    db
      .selectFrom('messages')
      .select(['id', 'channel', 'recipient', 'templateType', 'createdAt', 'sentAt', 'attempts', 'error'])
      .where(sql<boolean>`(lower(recipient) = any(${known}::text[]) or recipient = any(${marks}::text[]))`)
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  );
  for await (const { channel, recipient, templateType, createdAt, sentAt, attempts, error } of rows)
    yield {
      kind: templateType,
      channel,
      recipient: addresses.find(own => marks[addresses.indexOf(own)] === recipient) ?? recipient,
      createdAt: timeOf(createdAt),
      sentAt: timeOf(sentAt),
      details: { attempts, error },
    };
};

const codes = atOnce(async (db, { addresses }) => {
  const rows = await db
    .selectFrom('passcodes')
    .select(['identifierValue', 'templateType', 'tries', 'isUsed', 'expiresAt'])
    .where(isAmong('identifier_value', addresses))
    .orderBy('expiresAt')
    .execute();
  return rows.map(({ identifierValue, templateType, tries, isUsed, expiresAt }) => ({
    kind: templateType,
    recipient: identifierValue,
    status: isUsed ? 'used' : 'open',
    expiresAt: timeOf(expiresAt),
    details: { tries },
  }));
});

const oneTimeTokens = atOnce(async (db, { addresses }) => {
  const rows = await db
    .selectFrom('oneTimeTokens')
    .select(['id', 'email', 'context', 'status', 'createdAt', 'expiresAt'])
    .where(isAmong('email', addresses))
    .orderBy('createdAt')
    .execute();
  return rows.map(({ id, email, context, status, createdAt, expiresAt }) => ({
    id,
    recipient: email,
    status,
    createdAt: timeOf(createdAt),
    expiresAt: timeOf(expiresAt),
    details: context,
  }));
});

const verifications = atOnce(async (db, { user }) => {
  const rows = await db
    .selectFrom('verificationRecords')
    .select(['type', 'identifierValue', 'isVerified', 'expiresAt'])
    .where('userId', '=', user.id)
    .orderBy('expiresAt')
    .execute();
  return rows.map(({ type, identifierValue, isVerified, expiresAt }) => ({
    kind: type,
    recipient: identifierValue,
    status: isVerified ? 'verified' : 'open',
    expiresAt: timeOf(expiresAt),
  }));
});

const failedAttempts: PartReader = async function* (source: Source) {
  const { user, usernames, addresses } = source;
  const hashes = attemptHashes([user.id, ...usernames, ...addresses]);
  const rows = inBatches(source, (db, last: { id: string } | undefined) =>
    db
      .selectFrom('sentinelActivities')
      .select(['id', 'action', 'actionResult', 'decision', 'decisionExpiresAt', 'createdAt'])
      .where('targetType', '=', 'User')
      .where('targetHash', 'in', hashes)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  );
  for await (const { action, actionResult, decision, decisionExpiresAt, createdAt } of rows)
    yield {
      kind: action,
      status: actionResult,
      createdAt: timeOf(createdAt),
      expiresAt: timeOf(decisionExpiresAt),
      details: { decision },
    };
};

export const messageParts = { messages, codes, oneTimeTokens, verifications, failedAttempts };
