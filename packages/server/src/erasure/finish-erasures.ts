import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { eraseAdministrators } from './erase-administrators.ts';

type Note = { tenantId: string; at: string; since: string };

/**
 * Removes what other tenants and the files of the database still hold of erased users. Each erasure notes that this is due,
 * so it is also done after a process has ended in between.
 */
export const finishErasures = async (database: Database) => {
  // Processes may differ about the time: a day is far more than that.
  const { rows: notes } = await database.system(db =>
    sql<Note>`
      select tenant_id as "tenantId", noted_at::text as at, (noted_at - interval '1 day')::text as since
      from rewrites where name = 'users' order by noted_at desc`.execute(db),
  );
  const [latest] = notes;
  if (!latest) return;
  const ofAdministrators = notes.find(({ tenantId }) => tenantId === adminTenantId);
  if (ofAdministrators) await eraseAdministrators(database, ofAdministrators.since);
  await database.scrub();
  await database.system(db =>
    sql`delete from rewrites where name = 'users' and noted_at <= ${latest.at}::timestamptz`.execute(db),
  );
};
