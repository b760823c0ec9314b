import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

export type Activity = { daily: number; weekly: number; monthly: number };

/** The number of distinct active users on a day, and in the 7 and 30 days up to it. */
export const readActivity = async (db: Kysely<Tables>, date: string): Promise<Activity> => {
  const rolledUp = await db
    .selectFrom('dailyActivity')
    .select(['daily', 'weekly', 'monthly'])
    .where('date', '=', date)
    .executeTakeFirst();
  if (rolledUp) return rolledUp;
  // There was no activity on that day, so few users were active around it.
  const { rows } = await sql<Activity>`select ${counts(date)}`.execute(db);
  return rows[0] ?? { daily: 0, weekly: 0, monthly: 0 };
};

/** Counts a day again in advance, so that requests do not have to. */
export const rollUpActivity = (db: Kysely<Tables>, date: string) =>
  sql`
    insert into daily_activity (date, daily, weekly, monthly) select ${date}::date, ${counts(date)}
    on conflict (tenant_id, date)
    do update set daily = excluded.daily, weekly = excluded.weekly, monthly = excluded.monthly`.execute(db);

const counts = (date: string) => sql`
  count(distinct user_id) filter (where date = ${date}::date) as daily,
  count(distinct user_id) filter (where date > ${date}::date - 7) as weekly,
  count(distinct user_id) as monthly
  from daily_active_users where date > ${date}::date - 30 and date <= ${date}::date`;
