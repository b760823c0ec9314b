import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Usernames that would be the same if case did not count. */
const conflicts = (db: Kysely<Tables>) =>
  db
    .selectFrom('searchableUsers')
    .where('username', 'is not', null)
    .groupBy(sql`lower(username)`)
    .having(sql<boolean>`count(*) > 1`);

export const countUsernameConflicts = async (db: Kysely<Tables>): Promise<number> => {
  const { count } = await db
    .selectFrom(conflicts(db).select(sql`lower(username)`.as('name')).as('conflicts'))
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const listUsernameConflicts = (db: Kysely<Tables>, limit: number) =>
  conflicts(db)
    .select([
      sql<string>`lower(username)`.as('usernameLower'),
      sql<string[]>`array_agg(id::text order by created_at, id)`.as('userIds'),
    ])
    .orderBy(sql`lower(username)`)
    .limit(limit)
    .execute();
