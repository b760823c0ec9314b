import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/**
 * Removes what the files of the database still hold of erased users. Each erasure notes that this is due, so it is also done
 * after a process has ended in between.
 */
export const finishErasures = async (database: Database) => {
  const { rows } = await database.system(db =>
    sql<{ at: string | null }>`select max(noted_at)::text as at from rewrites where name = 'users'`.execute(
      db,
    ),
  );
  const at = rows[0]?.at;
  if (!at) return;
  await database.scrub();
  await database.system(db =>
    sql`delete from rewrites where name = 'users' and noted_at <= ${at}::timestamptz`.execute(db),
  );
};
