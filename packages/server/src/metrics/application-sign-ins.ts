import { dayMs } from '@gatehouse/contract/duration.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** Days of a curve, today among them. Days are those of UTC. */
const curveDays = 14;

type Counted = {
  applicationId: string;
  day: string;
  signIns: number;
  recentSignIns: number;
  recentFailures: number;
  lastSignInAt: number | null;
};

/**
 * Reads the sign-ins of the given applications with one statement: the hourly counts plus those not yet added to
 * them.
 */
export const readApplicationSignIns = async (
  db: Kysely<Tables>,
  applicationIds: readonly string[],
  now = Date.now(),
) => {
  const since = new Date(now - dayMs);
  const { rows } = await sql<Counted>`
    select application_id as "applicationId", to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day,
      sum(sign_ins)::int as "signIns",
      (coalesce(sum(sign_ins) filter (where hour > ${since}), 0))::int as "recentSignIns",
      (coalesce(sum(failures) filter (where hour > ${since}), 0))::int as "recentFailures",
      (extract(epoch from max(last_sign_in_at)) * 1000)::float8 as "lastSignInAt"
    from (
      select application_id, hour, sign_ins, failures, last_sign_in_at from application_hours
      where application_id = any(${applicationIds})
      union all
      select application_id, hour, sign_ins, failures, last_sign_in_at from application_counts
      where application_id = any(${applicationIds})
    ) counted
    group by 1, 2`.execute(db);
  const byApplication = Map.groupBy(rows, ({ applicationId }) => applicationId);
  const days = Array.from({ length: curveDays }, (_, index) => dateOf(now - (curveDays - 1 - index) * dayMs));
  return [...byApplication].map(([applicationId, counted]) => {
    const times = counted.flatMap(({ lastSignInAt }) => (lastSignInAt === null ? [] : [lastSignInAt]));
    const sum = (count: 'recentSignIns' | 'recentFailures') =>
      counted.reduce((total, row) => total + row[count], 0);
    return {
      applicationId,
      lastSignInAt: times.length > 0 ? Math.max(...times) : null,
      signIns: sum('recentSignIns'),
      failures: sum('recentFailures'),
      curve: days.map(date => ({ date, count: counted.find(({ day }) => day === date)?.signIns ?? 0 })),
    };
  });
};

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Adds the separate counts to the hours and days. Only one process does it at a time, and no request waits for it. */
export const addUpApplicationSignIns = (database: Database) =>
  database.system(async db => {
    await sql`
      with counted as (
        delete from application_counts
        returning tenant_id, application_id, hour, sign_ins, failures, last_sign_in_at
      ),
      by_day as (
        insert into application_days (tenant_id, application_id, date, sign_ins, failures)
        select tenant_id, application_id, (hour at time zone 'UTC')::date, sum(sign_ins), sum(failures)
        from counted group by 1, 2, 3 order by 1, 3, 2
        on conflict (tenant_id, date, application_id) do update set
          sign_ins = application_days.sign_ins + excluded.sign_ins,
          failures = application_days.failures + excluded.failures
      )
      insert into application_hours (tenant_id, application_id, hour, sign_ins, failures, last_sign_in_at)
      select tenant_id, application_id, hour, sum(sign_ins), sum(failures), max(last_sign_in_at)
      from counted group by 1, 2, 3 order by 1, 2, 3
      on conflict (tenant_id, application_id, hour) do update set
        sign_ins = application_hours.sign_ins + excluded.sign_ins,
        failures = application_hours.failures + excluded.failures,
        last_sign_in_at = greatest(application_hours.last_sign_in_at, excluded.last_sign_in_at)`.execute(db);
  });

/** The applications with the most sign-ins between two days, with those of the days before. */
export const readTopApplications = async (
  db: Kysely<Tables>,
  { from, to, before }: { from: string; to: string; before: string },
) => {
  const { rows } = await sql<{
    applicationId: string;
    name: string;
    signIns: number;
    failures: number;
    previousSignIns: number;
  }>`
    select applications.id as "applicationId", applications.name,
      (coalesce(sum(sign_ins) filter (where date >= ${from}::date), 0))::int as "signIns",
      (coalesce(sum(failures) filter (where date >= ${from}::date), 0))::int as failures,
      (coalesce(sum(sign_ins) filter (where date < ${from}::date), 0))::int as "previousSignIns"
    from (
      select application_id, date, sign_ins, failures from application_days
      where date >= ${before}::date and date <= ${to}::date
      union all
      select application_id, (hour at time zone 'UTC')::date, sign_ins, failures from application_counts
      where (hour at time zone 'UTC')::date between ${before}::date and ${to}::date
    ) counted
    join applications on applications.id = counted.application_id
    group by applications.id, applications.name
    having sum(sign_ins) filter (where date >= ${from}::date) > 0
    order by "signIns" desc, applications.name limit 5`.execute(db);
  return rows;
};
