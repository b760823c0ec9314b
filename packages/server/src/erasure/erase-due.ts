import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { systemOrigin } from '../domain/origins.ts';
import { eraseUsers } from './erase-user.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Erases the users who were deleted before the grace period, and those who asked for it when their own is over. */
export const eraseDue = async (
  means: { database: Database },
  { now, graceDays }: { now: number; graceDays: number },
) => {
  const { database } = means;
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
  return eraseUsers(means, systemOrigin('erasures'), targets);
};
