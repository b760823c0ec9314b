import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** Interactions on the sign-in pages by day: the daily counts plus those not yet added to them. */
export const interactionsByDay = (db: Kysely<Tables>) =>
  db
    .selectFrom('dailyInteractions')
    .select(['date', 'key', 'outcome', 'count'])
    .unionAll(db.selectFrom('interactionCounts').select(['date', 'key', 'outcome', 'count']));

/** Adds the separate counts to the days. Only one process does it at a time, and no request waits for it. */
export const addUpInteractions = (database: Database) =>
  database.system(async db => {
    await sql`
      with counted as (delete from interaction_counts returning tenant_id, date, key, outcome, count)
      insert into daily_interactions (tenant_id, date, key, outcome, count)
      select tenant_id, date, key, outcome, sum(count) from counted group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (tenant_id, date, key, outcome)
      do update set count = daily_interactions.count + excluded.count`.execute(db);
  });
