import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { isOutdated } from '../../domain/credential-changes.ts';
import { requireOpen } from '../../domain/standing.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { findPresence } from '../../domain/verification-records.ts';
import type { Caller } from '../../http/authenticate.ts';
import { RequestError } from '../../request-error.ts';

/**
 * The signed-in administrator, unless they were removed or suspended, or changed their credentials in another session.
 */
export const findMe = async (
  db: Kysely<Tables>,
  { id, sessionUid, issuedAt }: Caller,
  { isHeld = false } = {},
) => {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .$if(isHeld, query => query.forUpdate())
    .executeTakeFirst();
  if (!user || isOutdated(user, { sessionUid, atSeconds: issuedAt }))
    throw new RequestError('auth.unauthorized');
  requireOpen(user);
  return user;
};

/**
 * For changes that give access to the account: an open browser is not enough. Users without a password have nothing to
 * verify.
 */
export const requirePresence = async (db: Kysely<Tables>, user: UserRow, { sessionUid }: Caller) => {
  const presence = await findPresence(db, user, sessionUid);
  if (user.passwordEncrypted && !presence) throw new RequestError('session.verification_failed');
  return presence;
};
