import { createHash } from 'node:crypto';
import { minuteMs } from '@gatehouse/contract/duration.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import type { OutsideAccount } from './identities.ts';
import type { CodeIdentifier } from './passcodes.ts';

/** How long what a user has proven counts. */
export const proofLifetimeMs = 10 * minuteMs;

/** The data needed to finish a passkey verification. The passkey is set once it is created. */
export type PasskeyData = { challenge: string; factor?: MfaVerification };

/** The session in which a user has proven it, for callers that name no record. */
export type SessionData = { sessionUid?: string };

/** A digest of what the server generated. */
export type GeneratedData = { digest: string };

/** A pending social or enterprise sign-in, and its claims after the return. Tokens are sealed. */
export type SocialData = {
  connectorId: string;
  target: string;
  state: string;
  redirectUri: string;
  account?: OutsideAccount;
  tokens?: string;
};

/**
 * `WebAuthn` is a passkey that is being made: only one that was there before proves anything about the user. `TotpSecret`
 * and `BackupCodes` remember what the server has generated for the user, by its digest.
 */
type RecordType =
  | 'Password'
  | 'VerificationCode'
  | 'Totp'
  | 'Passkey'
  | 'BackupCode'
  | 'WebAuthn'
  | 'Social'
  | 'TotpSecret'
  | 'BackupCodes';
const factorTypes: readonly string[] = ['Totp', 'Passkey', 'BackupCode'] satisfies RecordType[];

/** `factor`: for changes of the factors themselves, where only one that is there already counts. */
export type ProofLevel = 'presence' | 'factor';

type VerificationRecord = Selectable<Tables['verificationRecords']>;
type Owner = {
  id: string;
  primaryEmail: string | null;
  primaryPhone: string | null;
  mfaVerifications: unknown[];
};

/** Notes what a user has proven, or is about to prove, for ten minutes. */
export const createRecord = async (
  db: Kysely<Tables>,
  record: {
    id?: string;
    userId: string;
    type: RecordType;
    identifier?: CodeIdentifier;
    isVerified: boolean;
    data?: PasskeyData | SocialData | GeneratedData | SessionData;
  },
) => {
  const { id = generateId(), identifier, ...columns } = record;
  const expiresAt = Date.now() + proofLifetimeMs;
  await db
    .insertInto('verificationRecords')
    .values({
      ...columns,
      id,
      identifierType: identifier?.type,
      identifierValue: identifier?.value,
      expiresAt,
    })
    .execute();
  return { verificationRecordId: id, expiresAt: new Date(expiresAt).toISOString() };
};

/** The records of a user that are not past their time, the newest first. */
const liveRecords = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('verificationRecords')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', Date.now())
    .orderBy('expiresAt', 'desc');

export const findRecord = (db: Kysely<Tables>, userId: string, id: string) =>
  liveRecords(db, userId).where('id', '=', id).executeTakeFirst();

/** A verification in one session says nothing about the person at another one. */
const isOfSession =
  (sessionUid: string | undefined) =>
  ({ data }: VerificationRecord) =>
    (data as SessionData | null)?.sessionUid === sessionUid;

/** For callers that name no record: the last one of their session about an address or number. */
export const findLastCode = async (
  db: Kysely<Tables>,
  { id, sessionUid }: { id: string; sessionUid?: string },
  { type, value }: CodeIdentifier,
) => {
  const records = await liveRecords(db, id)
    .where('identifierType', '=', type)
    .where('identifierValue', '=', value)
    .execute();
  return records.find(isOfSession(sessionUid));
};

export const markVerified = (db: Kysely<Tables>, id: string, data?: PasskeyData | SocialData) =>
  db
    .updateTable('verificationRecords')
    .set({ isVerified: true, ...(data ? { data } : {}) })
    .where('id', '=', id)
    .execute();

/** A verification record counts for one change only. */
export const forgetRecord = (db: Kysely<Tables>, id: string) =>
  db.deleteFrom('verificationRecords').where('id', '=', id).execute();

/** The address or number that a record proves to be the user's. */
export const requireProven = async (
  db: Kysely<Tables>,
  userId: string,
  { id, identifier }: { id: string; identifier: CodeIdentifier },
) => {
  const record = await findRecord(db, userId, id);
  const { type, value } = identifier;
  const isProven = record?.isVerified && record.identifierType === type && record.identifierValue === value;
  if (!isProven) throw new RequestError('verification_record.not_found');
};

/** The social or enterprise account that a record verifies. */
export const requireProvenAccount = async (db: Kysely<Tables>, userId: string, id: string) => {
  const record = await findRecord(db, userId, id);
  const data = record?.data as SocialData | undefined;
  if (record?.type !== 'Social' || !record.isVerified || !data?.account)
    throw new RequestError('verification_record.not_found');
  return { ...data, account: data.account };
};

/** Whether a record proves that it is still the user, for a change that only the user may make. */
export const isStillThere = async (
  db: Kysely<Tables>,
  user: Owner,
  id: string | undefined,
  level: ProofLevel,
) => {
  const record = id === undefined ? undefined : await findRecord(db, user.id, id);
  return record !== undefined && provesPresence(record, user, level);
};

/** The same for callers that name no record: the last one of their session that proves it. */
export const findPresence = async (db: Kysely<Tables>, user: Owner, sessionUid: string | undefined) =>
  (await liveRecords(db, user.id).execute())
    .filter(isOfSession(sessionUid))
    .find(record => provesPresence(record, user, 'presence'));

/**
 * A factor always counts. If the user has one, a password is not enough to change the factors, and an email or SMS code
 * is not enough for anything: access to the mailbox must not bypass the authenticator app.
 */
const provesPresence = (record: VerificationRecord, user: Owner, level: ProofLevel) => {
  if (!record.isVerified) return false;
  if (factorTypes.includes(record.type)) return true;
  const hasFactor = user.mfaVerifications.length > 0;
  if (record.type === 'Password') return level === 'presence' || !hasFactor;
  const isOwnCode = [user.primaryEmail, user.primaryPhone].includes(record.identifierValue ?? '');
  return record.type === 'VerificationCode' && isOwnCode && !hasFactor;
};

const digestOf = (value: string) => createHash('sha256').update(value).digest('base64url');

/** A user may have several tabs open, but not any number. */
const maximumGenerated = 5;

/** Remembers what was generated for a user; the oldest makes room. */
export const rememberGenerated = async (
  db: Kysely<Tables>,
  userId: string,
  type: 'TotpSecret' | 'BackupCodes',
  value: string,
) => {
  const kept = await liveRecords(db, userId)
    .where('type', '=', type)
    .limit(maximumGenerated - 1)
    .execute();
  await db
    .deleteFrom('verificationRecords')
    .where('userId', '=', userId)
    .where('type', '=', type)
    .where('id', 'not in', ['', ...kept.map(({ id }) => id)])
    .execute();
  await createRecord(db, { userId, type, isVerified: false, data: { digest: digestOf(value) } });
};

/** Takes only what the server has generated for this user a short while ago, and that once. */
export const takeGenerated = async (
  db: Kysely<Tables>,
  userId: string,
  type: 'TotpSecret' | 'BackupCodes',
  value: string,
) => {
  const digest = digestOf(value);
  const records = await liveRecords(db, userId).where('type', '=', type).execute();
  const record = records.find(({ data }) => (data as Partial<GeneratedData>).digest === digest);
  if (!record) throw new RequestError('session.mfa.not_generated');
  await forgetRecord(db, record.id);
};
