import type { dashboard as rows } from '@gatehouse/contract/dashboard.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { type Activity, readActivity } from '../../domain/activity.ts';
import { countUsers } from '../../domain/user-list.ts';
import type { Handlers } from '../../http/implement.ts';

const curveDays = 30;
const day = 24 * 60 * 60 * 1000;

/** Answers from what is counted by the day, however many users there are. Days are those of UTC. */
export const dashboard: Handlers<typeof rows> = {
  countUsers: async ({ db }) => ({ totalUserCount: await countUsers(db) }),

  async countNewUsers({ db }) {
    const today = dateOf(Date.now());
    const cameBetween = async (from: string, to: string) => {
      const { count } = await db
        .selectFrom('dailyUsers')
        .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('count'))
        .where('date', '>=', from)
        .where('date', '<=', to)
        .executeTakeFirstOrThrow();
      return count;
    };
    const [now, yesterday] = [
      await cameBetween(today, today),
      await cameBetween(before(today, 1), before(today, 1)),
    ];
    const [week, weekBefore] = [
      await cameBetween(before(today, 6), today),
      await cameBetween(before(today, 13), before(today, 7)),
    ];
    return {
      today: { count: now, delta: now - yesterday },
      last7Days: { count: week, delta: week - weekBefore },
    };
  },

  async countActiveUsers({ db, query }) {
    const date = query.date ?? dateOf(Date.now());
    const current = await readActivity(db, date);
    const compare = async (kind: keyof Activity, days: number) => {
      const previous = await readActivity(db, before(date, days));
      return { count: current[kind], delta: current[kind] - previous[kind] };
    };
    return {
      dauCurve: await readCurve(db, date),
      dau: await compare('daily', 1),
      wau: await compare('weekly', 7),
      mau: await compare('monthly', 30),
    };
  },
};

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const before = (date: string, days: number) => dateOf(Date.parse(date) - days * day);

/** Each day of the month up to a date, also those on which nobody came. */
const readCurve = async (db: Kysely<Tables>, date: string) => {
  const rows = await db
    .selectFrom('dailyActivity')
    .select(['date', 'daily'])
    .where('date', '>', before(date, curveDays))
    .where('date', '<=', date)
    .execute();
  const counts = new Map(rows.map(row => [row.date, row.daily]));
  return Array.from({ length: curveDays }, (_, index) => {
    const on = before(date, curveDays - 1 - index);
    return { date: on, count: counts.get(on) ?? 0 };
  });
};
