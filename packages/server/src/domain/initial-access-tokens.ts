import { createHash } from 'node:crypto';
import type { InitialAccessToken } from '@gatehouse/contract/client-registration.ts';
import { generateId, generateSecret } from '@gatehouse/contract/ids.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { RegistrationError } from './registration-error.ts';

/** Tokens are shown once and looked up by their hash. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex');

export const presentInitialToken = ({
  tokenHash: _,
  ...token
}: Selectable<Tables['initialAccessTokens']>): InitialAccessToken => token;

export const createInitialToken = async (
  tx: Write,
  fields: { name: string; expiresAt?: number | null; maximumUses?: number | null },
) => {
  const value = `iat_${generateSecret()}`;
  const token = await tx.insert('initialAccessTokens', {
    id: generateId(),
    ...fields,
    tokenHash: hashOfToken(value),
  });
  return { ...presentInitialToken(token), value };
};

/** Counts and checks in one statement, which holds the row: of requests at once no more get through than it allows. */
export const spendInitialToken = async (db: Kysely<Tables>, value: string) => {
  const token = await db
    .updateTable('initialAccessTokens')
    .set(({ eb }) => ({ useCount: eb('useCount', '+', 1) }))
    .where('tokenHash', '=', hashOfToken(value))
    .where(sql<boolean>`(expires_at is null or expires_at > ${new Date()})`)
    .where(sql<boolean>`(maximum_uses is null or use_count < maximum_uses)`)
    .returning('name')
    .executeTakeFirst();
  if (!token) throw new RegistrationError('invalid_token', 'the initial access token is not valid');
  return token.name;
};
