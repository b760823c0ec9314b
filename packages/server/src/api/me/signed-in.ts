import type { ConsoleProof } from '@gatehouse/contract/me.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { isOutdated } from '../../domain/credential-changes.ts';
import { listEnded } from '../../domain/ended-sessions.ts';
import { isSignInProof, listProofs } from '../../domain/own-proofs.ts';
import { requireOpen } from '../../domain/standing.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { readUser } from '../../domain/users.ts';
import { findPresence } from '../../domain/verification-records.ts';
import type { Caller } from '../../http/authenticate.ts';
import { RequestError } from '../../request-error.ts';

/**
 * The signed-in administrator, unless they were removed or suspended, or changed their credentials in another session. To be
 * held for a change, the session must not have ended either since the request came.
 */
export const findMe = async (
  db: Kysely<Tables>,
  { id, sessionUid, issuedAt }: Caller,
  { isHeld = false } = {},
) => {
  const user = await readUser(db, id, { isHeld });
  if (!user || isOutdated(user, { sessionUid, atSeconds: issuedAt }))
    throw new RequestError('auth.unauthorized');
  requireOpen(user);
  const isOver = isHeld && (await listEnded(db, id)).has(sessionUid ?? '');
  if (isOver) throw new RequestError('auth.unauthorized');
  return user;
};

/**
 * How these users prove that they are still there. The console takes passwords and codes only: users with other factors, and
 * those to whom no code can be sent, sign in again.
 */
const proofFor = async (db: Kysely<Tables>, user: UserRow): Promise<ConsoleProof> => {
  const proofs = await listProofs(db, user);
  return (['Password', 'EmailVerificationCode'] as const).find(proof => proofs.includes(proof)) ?? 'SignIn';
};

const findProof = async (db: Kysely<Tables>, user: UserRow, { sessionUid }: Caller) => {
  const presence = await findPresence(db, user, sessionUid);
  const proof = await proofFor(db, user);
  const isProven = presence || (proof === 'SignIn' && (await isSignInProof(db, user.id, sessionUid)));
  return { presence, missing: isProven ? null : proof };
};

/** The proof that the next change takes, or null if it was given. */
export const readMissingProof = async (db: Kysely<Tables>, user: UserRow, caller: Caller) =>
  (await findProof(db, user, caller)).missing;

/** For changes that give access to the account: an open browser is not enough. Holds the user until they are written. */
export const holdPresent = async (db: Kysely<Tables>, caller: Caller) => {
  const user = await findMe(db, caller, { isHeld: true });
  await requirePresence(db, user, caller);
  return user;
};

/** The same for a user who was read before. */
export const requirePresence = async (db: Kysely<Tables>, user: UserRow, caller: Caller) => {
  const { presence, missing } = await findProof(db, user, caller);
  if (missing) throw new RequestError('session.verification_failed');
  return presence;
};
