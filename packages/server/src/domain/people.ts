import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { loadScopesOfUser } from './client-applications.ts';
import { listEnded } from './ended-sessions.ts';
import { isShutOut } from './standing.ts';

/** The data that every request of a tenant manager needs about them. */
export type Person = {
  name: string | undefined;
  /** Suspended, or leaving. */
  isSuspended: boolean;
  credentialsChangedAt: number | null;
  credentialsChangedIn: string | null;
  /** Sessions that were ended before their time: tokens that were made in them are worth nothing. */
  endedSessions: ReadonlySet<string>;
  /** Names of the scopes that they hold now, by resource id. */
  scopes: ReadonlyMap<string, readonly string[]>;
};

export const loadPerson = async (db: Kysely<Tables>, id: string): Promise<Person | undefined> => {
  const user = await db
    .selectFrom('users')
    .select(['name', 'username', 'primaryEmail', 'isSuspended', 'deletionDueAt'])
    .select(['credentialsChangedAt', 'credentialsChangedIn'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!user) return undefined;
  const { name, username, primaryEmail, credentialsChangedAt, credentialsChangedIn } = user;
  return {
    name: name ?? username ?? primaryEmail ?? undefined,
    isSuspended: isShutOut(user),
    credentialsChangedAt,
    credentialsChangedIn,
    endedSessions: await listEnded(db, id),
    scopes: await loadScopesOfUser(db, id),
  };
};
