import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import type { ErrorCode } from '@gatehouse/contract/errors.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { passcodeRules } from '@gatehouse/contract/passcodes.ts';
import { matchLanguage } from '@gatehouse/phrases/languages.ts';
import type { Kysely } from 'kysely';
import type { Origin } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { queueMessage } from '../messages/queue.ts';
import { countVerifiedSms } from '../messages/sms-limits.ts';
import { plainPhone } from '../phones.ts';
import { RequestError } from '../request-error.ts';
import { describeContext } from './message-context.ts';
import { requireFewSent } from './message-limits.ts';
import { guardAttempt, requireNotBlocked } from './sentinel.ts';
import { liveTenant, type Tenant } from './tenant.ts';

export type CodeIdentifier = { type: 'email' | 'phone'; value: string };
type Writer = { tenant: Tenant; origin: Origin };

const channels = { email: 'Email', phone: 'Sms' } as const;

/** Sends a code and answers the id to check it by. */
export const sendPasscode = async (
  { tenant: asked, origin, vault }: Writer & { vault: Vault },
  message: {
    identifier: CodeIdentifier;
    templateType: TemplateType;
    /** The language that the recipient reads, where it is known. */
    locale: string | undefined;
    /** The languages that the application asked for, as it wrote them (OpenID Connect Core section 3.1.2.1). */
    uiLocales?: string;
    /** The application and the organization of the sign-in, if known. */
    applicationId?: string;
    organizationId?: string;
    isDropped?: boolean;
    /** The user who has it sent, where one is known: to whatever numbers, only so many. */
    senderId?: string;
  },
): Promise<string> => {
  const tenant = liveTenant(asked);
  const { templateType, uiLocales, organizationId, isDropped, senderId } = message;
  const identifier = readIdentifier(message.identifier);
  const applicationId = message.applicationId ?? (senderId === undefined ? undefined : origin.applicationId);
  await requireNotBlocked(tenant, { action: 'VerificationCode', identifier });
  const { digits } = passcodeRules;
  const { lifetimeMs } = await rulesOf(tenant);
  const code = `${randomInt(10 ** digits)}`.padStart(digits, '0');
  const id = generateId();
  await tenant.database.write(origin, async tx => {
    await requireFewSent(tx.db, tenant.id, identifier, senderId);
    const context = await describeContext(tx.db, { applicationId, organizationId, userId: senderId });
    const locale = await localeFor(tx.db, message);
    await queueMessage(tx, vault, {
      channel: channels[identifier.type],
      recipient: identifier.value,
      templateType,
      payload: { code, ...(locale ? { locale } : {}), ...(uiLocales ? { uiLocales } : {}), ...context },
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

/** A number is the same with and without the zero that is dialed inside its country. */
const readIdentifier = ({ type, value }: CodeIdentifier): CodeIdentifier => ({
  type,
  value: type === 'phone' ? plainPhone(value) : value,
});

/** The first language that the application asked for and that messages exist in, else the recipient's. */
const localeFor = async (
  db: Kysely<Tables>,
  { uiLocales, locale }: { uiLocales?: string; locale: string | undefined },
) => {
  if (uiLocales === undefined) return locale;
  const templates = await db.selectFrom('emailTemplates').select('languageTag').distinct().execute();
  const own = templates.map(({ languageTag }) => languageTag);
  return uiLocales.split(' ').find(tag => matchLanguage(tag, own)) ?? locale;
};

/** The tenant's lifetime and retry limit for codes. */
const rulesOf = async (tenant: Tenant) => {
  const { verificationCodePolicy } = await tenant.cached.signInExperience();
  const { expirationDuration = passcodeRules.lifetime, maxRetryAttempts = passcodeRules.maximumTries } =
    verificationCodePolicy;
  return { lifetimeMs: expirationDuration * 1000, maximumTries: maxRetryAttempts };
};

/** Checks a code by who got it, for callers that know nothing else of it: the last one that was sent for this purpose. */
export const checkLastPasscode = async (
  writer: Writer,
  attempt: { identifier: CodeIdentifier; templateType: TemplateType; code: string },
) => {
  const { templateType, code } = attempt;
  const identifier = readIdentifier(attempt.identifier);
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
 * Verifies a code and counts the attempt, correct or not. A code works once. The attempt counts for the address that
 * the code was sent to: naming another address is refused, and locks no user out.
 */
export const checkPasscode = async (
  { tenant: asked, origin }: Writer,
  attempt: { id: string; identifier: CodeIdentifier; code: string },
) => {
  const tenant = liveTenant(asked);
  const identifier = readIdentifier(attempt.identifier);
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
