import type { DayCounts } from '@gatehouse/contract/dashboard.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

const defaultDays = 30;

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The days of a range, and the first of the same number of days before. */
export const rangeOf = (query: { from?: string; to?: string }) => {
  const to = query.to ?? dateOf(Date.now());
  const from = query.from ?? dateOf(Date.parse(to) - (defaultDays - 1) * dayMs);
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return { from, to, before: dateOf(Date.parse(from) - length * dayMs), length };
};

/** One statement over the counts of the days, however many log entries there are. */
export const readOverview = async (db: Kysely<Tables>, range: ReturnType<typeof rangeOf>) => {
  const { rows } = await sql<DayCounts>`
    with within as (select ${range.before}::date as first, ${range.to}::date as last),
    interactions as (
      select date, key, count from daily_interactions, within where date between first and last and outcome = 'Success'
      union all
      select date, key, count from interaction_counts, within where date between first and last and outcome = 'Success'
    ),
    counted as (
      select date,
        (coalesce(sum(count) filter (where key = 'Interaction.Create'), 0))::int as started,
        (coalesce(sum(count) filter (
          where key in ('Interaction.SignIn.Submit', 'Interaction.Register.Submit')), 0))::int as completed
      from interactions group by date
    )
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(activity.daily, 0)::int as "activeUsers",
      coalesce(joined.count, 0)::int as "newUsers", coalesce(started, 0) as started, coalesce(completed, 0) as completed
    from within cross join generate_series(first, last, interval '1 day') day
    left join daily_activity activity on activity.date = day::date
    left join daily_users joined on joined.date = day::date
    left join counted on counted.date = day::date
    order by day`.execute(db);
  return { days: rows.slice(range.length), previous: rows.slice(0, range.length) };
};
