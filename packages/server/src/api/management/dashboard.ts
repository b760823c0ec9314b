import { firstFactors, type dashboard as rows, secondFactors } from '@gatehouse/contract/dashboard.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { type Activity, readActivity } from '../../domain/activity.ts';
import { countUsers } from '../../domain/user-list.ts';
import type { Handlers } from '../../http/implement.ts';
import { readApplicationSignIns, readTopApplications } from '../../metrics/application-sign-ins.ts';
import { readAttention } from '../../metrics/attention.ts';
import { interactionsByDay } from '../../metrics/interactions.ts';
import { rangeOf, readOverview } from '../../metrics/overview.ts';

/** Answers from what is counted by the day, however many users there are. Days are those of UTC. */
export const dashboard: Handlers<typeof rows> = {
  readOverview: ({ db, query }) => readOverview(db, rangeOf(query)),

  listTopApplications: ({ db, query }) => readTopApplications(db, rangeOf(query)),

  listAttention: ({ db, services }) => readAttention(db, services.now()),

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

  async countTokens({ db, query }) {
    const range = curveOf(query);
    const counted = await inCurve(db.selectFrom('dailyTokenUsage'), range)
      .select(['date', 'userTokens', 'machineTokens'])
      .execute();
    return { curve: fillCurve(range, counted, { userTokens: 0, machineTokens: 0 }) };
  },

  async countSignIns({ db, query }) {
    const range = curveOf(query);
    const counted = await db
      .selectFrom(interactionsByDay(db).as('interactions'))
      .selectAll()
      .where(() => isInCurve(range))
      .execute();
    const sum = (wanted: (row: (typeof counted)[number]) => boolean) =>
      counted.filter(wanted).reduce((total, { count }) => total + count, 0);
    const byFactor = <const F extends string>(factors: readonly F[]) =>
      factors.map(factor => ({
        factor,
        count: sum(
          ({ key, outcome }) =>
            key === `Interaction.SignIn.Verification.${factor}.Submit` && outcome === 'Success',
        ),
      }));
    const days = [...new Set(counted.map(row => row.date))].map(on => {
      const countOn = (isCounted: (key: string) => boolean, wanted: string) =>
        sum(row => row.date === on && row.outcome === wanted && isCounted(row.key));
      return {
        date: on,
        signIns: countOn(key => key === 'Interaction.SignIn.Submit', 'Success'),
        registrations: countOn(key => key === 'Interaction.Register.Submit', 'Success'),
        failures: countOn(key => key.startsWith('Interaction.SignIn.'), 'Error'),
        blocks: countOn(() => true, 'Blocked'),
      };
    });
    return {
      curve: fillCurve(range, days, { signIns: 0, registrations: 0, failures: 0, blocks: 0 }),
      firstFactors: byFactor(firstFactors),
      secondFactors: byFactor(secondFactors),
    };
  },

  listApplications: ({ db, query }) => readApplicationSignIns(db, query.applicationId),

  async countActiveUsers({ db, query }) {
    const range = curveOf(query);
    const date = range.to;
    const current = await readActivity(db, date);
    const compare = async (kind: keyof Activity, days: number) => {
      const previous = await readActivity(db, before(date, days));
      return { count: current[kind], delta: current[kind] - previous[kind] };
    };
    return {
      dauCurve: await readCurve(db, range),
      dau: await compare('daily', 1),
      wau: await compare('weekly', 7),
      mau: await compare('monthly', 30),
    };
  },
};

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const before = (date: string, days: number) => dateOf(Date.parse(date) - days * dayMs);

const readCurve = async (db: Kysely<Tables>, range: Range) => {
  const rows = await inCurve(db.selectFrom('dailyActivity'), range)
    .select(['date', 'daily as count'])
    .execute();
  return fillCurve(range, rows, { count: 0 });
};

type Dated = 'dailyActivity' | 'dailyTokenUsage';

type Range = ReturnType<typeof rangeOf>;

const curveOf = ({ from, date }: { from?: string; date?: string }) => rangeOf({ from, to: date });

const isInCurve = ({ from, to }: Range) => sql<SqlBool>`date >= ${from} and date <= ${to}`;

const inCurve = <T extends Dated>(query: SelectQueryBuilder<Tables, T, object>, range: Range) =>
  query.where(isInCurve(range));

/** Each day of a range, also those on which nothing happened. */
const fillCurve = <Counts extends object>(
  { to, length }: Range,
  rows: readonly (Counts & { date: string })[],
  nothing: Counts,
) => {
  const byDate = new Map(rows.map(row => [row.date, row]));
  return Array.from({ length }, (_, index) => {
    const on = before(to, length - 1 - index);
    return byDate.get(on) ?? { date: on, ...nothing };
  });
};
