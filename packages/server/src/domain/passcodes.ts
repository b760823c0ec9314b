import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import type { ErrorCode } from '@gatehouse/contract/errors.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { passcodeRules, sendLimit } from '@gatehouse/contract/passcodes.ts';
import type { Kysely } from 'kysely';
import type { Origin } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { queueMessage } from '../messages/queue.ts';
import { countVerifiedSms } from '../messages/sms-limits.ts';
import { takeTurn } from './rate-limits.ts';
import { RequestError } from './request-error.ts';
import { guardAttempt, requireNotBlocked } from './sentinel.ts';
import type { Tenant } from './tenant.ts';

export type CodeIdentifier = { type: 'email' | 'phone'; value: string };
type Writer = { tenant: Tenant; origin: Origin };

const channels = { email: 'Email', phone: 'Sms' } as const;

/** Sends a code and answers the id to check it by. */
export const sendPasscode = async (
  { tenant, origin, vault }: Writer & { vault: Vault },
  message: {
    identifier: CodeIdentifier;
    templateType: TemplateType;
    /** The language that the recipient reads, where it is known. */
    locale: string | undefined;
    /** What the recipient signs in to, where it is known. */
    applicationId?: string;
    isDropped?: boolean;
    /** The user who has it sent, where one is known: to whatever numbers, only so many. */
    senderId?: string;
  },
): Promise<string> => {
  const { identifier, templateType, locale, applicationId, isDropped, senderId } = message;
  await requireNotBlocked(tenant, { action: 'VerificationCode', identifier });
  const { digits } = passcodeRules;
  const { lifetimeMs } = await rulesOf(tenant);
  const code = `${randomInt(10 ** digits)}`.padStart(digits, '0');
  const id = generateId();
  await tenant.database.write(origin, async tx => {
    await requireFewSent(tx.db, tenant.id, 'Recipient', `${identifier.type}:${identifier.value}`);
    if (senderId !== undefined) await requireFewSent(tx.db, tenant.id, 'Sender', senderId);
    const application = applicationId && (await nameApplication(tx.db, applicationId));
    await queueMessage(tx, vault, {
      channel: channels[identifier.type],
      recipient: identifier.value,
      templateType,
      payload: { code, ...(locale ? { locale } : {}), ...(application ? { application } : {}) },
      isDropped,
    });
    await tx.db
      .insertInto('passcodes')
      .values({
        id,
        codeHash: hashOf(id, code),
        identifierType: identifier.type,
        identifierValue: identifier.value,
        templateType,
        expiresAt: Date.now() + lifetimeMs,
      })
      .execute();
  });
  return id;
};

/** By the name that people see on its sign-in pages. */
const nameApplication = async (db: Kysely<Tables>, id: string) => {
  const found = await db
    .selectFrom('applications')
    .leftJoin('applicationSignInExperiences as shown', 'shown.applicationId', 'applications.id')
    .select(['applications.name', 'shown.displayName'])
    .where('applications.id', '=', id)
    .executeTakeFirst();
  return found && { id, name: found.displayName ?? found.name };
};

/** How long codes live and how often they can be tried, as the tenant wants it. */
const rulesOf = async (tenant: Tenant) => {
  const { verificationCodePolicy } = await tenant.cached.signInExperience();
  const { expirationDuration = passcodeRules.lifetime, maxRetryAttempts = passcodeRules.maximumTries } =
    verificationCodePolicy;
  return { lifetimeMs: expirationDuration * 1000, maximumTries: maxRetryAttempts };
};

/** Nobody fills a stranger's mailbox, or runs up a bill for text messages. */
const requireFewSent = async (
  db: Kysely<Tables>,
  tenantId: string,
  targetType: 'Recipient' | 'Sender',
  target: string,
) => {
  const targetHash = createHash('sha256').update(target.toLowerCase()).digest('hex');
  const { messages: limit, window } = sendLimit;
  const limited = { tenantId, targetType, targetHash, action: 'messages', limit, windowMs: window * 1000 };
  const turn = await takeTurn(db, limited);
  if ('retryAfterSeconds' in turn) throw new RequestError('request.message_rate_limited', turn);
};

/** Checks a code by who got it, for callers that know nothing else of it: the last one that was sent for this purpose. */
export const checkLastPasscode = async (
  writer: Writer,
  attempt: { identifier: CodeIdentifier; templateType: TemplateType; code: string },
) => {
  const { identifier, templateType, code } = attempt;
  const last = await writer.tenant.database.read(db =>
    db
      .selectFrom('passcodes')
      .select('id')
      .where('identifierType', '=', identifier.type)
      .where('identifierValue', '=', identifier.value)
      .where('templateType', '=', templateType)
      .orderBy('expiresAt', 'desc')
      .executeTakeFirst(),
  );
  await checkPasscode(writer, { id: last?.id ?? '', identifier, code });
};

/**
 * Checks a code, counting the try whether or not it is right. A code is good for once. It is an attempt on the address that
 * the code was sent to: whoever names another one with a code of their own is refused, and nobody is locked out by it.
 */
export const checkPasscode = async (
  { tenant, origin }: Writer,
  attempt: { id: string; identifier: CodeIdentifier; code: string },
) => {
  const { identifier } = attempt;
  const sent = await tenant.database.read(db =>
    db
      .selectFrom('passcodes')
      .select(['identifierType', 'identifierValue'])
      .where('id', '=', attempt.id)
      .executeTakeFirst(),
  );
  if (!sent) throw new RequestError('verification_code.not_found');
  if (sent.identifierType !== identifier.type || sent.identifierValue !== identifier.value)
    throw new RequestError(`verification_code.${identifier.type}_mismatch`);
  const { maximumTries } = await rulesOf(tenant);
  let refusal: ErrorCode | undefined;
  const check = () =>
    tenant.database.write(origin, async tx => {
      const row = await tx.db
        .selectFrom('passcodes')
        .selectAll()
        .where('id', '=', attempt.id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return 'verification_code.not_found';
      const refusal = judge(row, { ...attempt, maximumTries });
      await tx.db
        .updateTable('passcodes')
        .set({ tries: row.tries + 1, isUsed: row.isUsed || !refusal })
        .where('id', '=', row.id)
        .execute();
      if (!refusal && identifier.type === 'phone') await countVerifiedSms(tx.db, identifier.value);
      return refusal;
    });
  await guardAttempt({ tenant, origin }, { action: 'VerificationCode', identifier }, async () => {
    refusal = await check();
    return refusal === undefined;
  });
  if (refusal) throw new RequestError(refusal);
};

type PasscodeRow = {
  id: string;
  codeHash: string;
  tries: number;
  isUsed: boolean;
  expiresAt: number;
};

const judge = (
  row: PasscodeRow,
  { code, maximumTries }: { code: string; maximumTries: number },
): ErrorCode | undefined => {
  if (row.isUsed) return 'verification_code.not_found';
  if (row.expiresAt <= Date.now()) return 'verification_code.expired';
  if (row.tries >= maximumTries) return 'verification_code.exceed_max_try';
  const isRight = timingSafeEqual(Buffer.from(hashOf(row.id, code)), Buffer.from(row.codeHash));
  return isRight ? undefined : 'verification_code.code_mismatch';
};

const hashOf = (id: string, code: string) => createHash('sha256').update(`${id}:${code}`).digest('hex');
