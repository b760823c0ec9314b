import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { isOutdated } from '../../domain/credential-changes.ts';
import { requireOpen } from '../../domain/standing.ts';
import type { Caller } from '../../http/authenticate.ts';
import { RequestError } from '../../request-error.ts';

/**
 * The signed-in administrator, unless they were removed or suspended, or changed their credentials in another session.
 */
export const findMe = async (db: Kysely<Tables>, { id, sessionUid, issuedAt }: Caller) => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (!user || isOutdated(user, { sessionUid, atSeconds: issuedAt }))
    throw new RequestError('auth.unauthorized');
  requireOpen(user);
  return user;
};
