import { generateId } from '@gatehouse/contract/ids.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { CodeIdentifier } from './passcodes.ts';
import { RequestError } from './request-error.ts';

const lifetimeMs = 10 * 60_000;

/** Notes what a user has proven, or is about to prove, for ten minutes. */
export const createRecord = async (
  db: Kysely<Tables>,
  record: {
    id?: string;
    userId: string;
    type: 'Password' | 'VerificationCode';
    identifier?: CodeIdentifier;
    isVerified: boolean;
  },
) => {
  const { id = generateId(), identifier, ...columns } = record;
  const expiresAt = Date.now() + lifetimeMs;
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

/** A record of the user that is not past its time. */
export const findRecord = (db: Kysely<Tables>, userId: string, id: string) =>
  db
    .selectFrom('verificationRecords')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('expiresAt', '>', Date.now())
    .executeTakeFirst();

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

/** A change that only the user may make needs a proof that it is still the user: the password, or a code to what is theirs. */
export const requireStillThere = async (
  db: Kysely<Tables>,
  user: { id: string; primaryEmail: string | null; primaryPhone: string | null },
  id: string | undefined,
) => {
  const record = id === undefined ? undefined : await findRecord(db, user.id, id);
  const isOwn =
    record?.type === 'Password' ||
    [user.primaryEmail, user.primaryPhone].includes(record?.identifierValue ?? '');
  if (!record?.isVerified || !isOwn) throw new RequestError('verification_record.permission_denied');
};
