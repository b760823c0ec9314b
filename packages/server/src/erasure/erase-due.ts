import { dayMs } from '@gatehouse/contract/duration.ts';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/origins.ts';
import { eraseUsers } from './erase-user.ts';

/** Erases the users who were deleted before the grace period, and those who asked for it when their own is over. */
export const eraseDue = async (
  dependencies: { database: Database; vault: Vault },
  { now, graceDays }: { now: number; graceDays: number },
) => {
  const { database } = dependencies;
  const due = await database.system(async db => {
    // The version before deletes users without a note; their grace period begins when we see it.
    await sql`
      update person_keys set deleted_at = ${new Date(now)}
      where deleted_at is null and erased_at is null and subject not like '~%'
        and not exists (select from users where users.id = person_keys.subject)`.execute(db);
    const gone = await db
      .selectFrom('personKeys')
      .select(['tenantId', 'subject as userId'])
      .where('deletedAt', '<=', now - graceDays * dayMs)
      .where('erasedAt', 'is', null)
      .execute();
    const leaving = await db
      .selectFrom('users')
      .select(['tenantId', 'id as userId'])
      .where('deletionDueAt', '<=', now)
      .execute();
    return [...gone, ...leaving.map(user => ({ ...user, onlyIfDue: true }))];
  });
  const targets = due.map(target => ({ ...target, now }));
  return eraseUsers(dependencies, systemOrigin('erasures'), targets);
};
