import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Knowing a token is enough to use it, so the database only has a hash of it. */
export const rowOfBearer = (token: string) => createHash('sha256').update(token).digest('base64url');

/** How access tokens that came from a token exchange were granted. Their user has not signed in for them. */
export const exchangedGrant = 'token_exchange';

/** Whether an access token is still there. The end of its session or grant deletes it. */
export const isTokenLeft = async (db: Kysely<Tables>, row: string) => {
  const found = await db
    .selectFrom('oidcModelInstances')
    .select('id')
    .where('modelName', '=', 'AccessToken')
    .where('id', '=', row)
    .executeTakeFirst();
  return found !== undefined;
};
