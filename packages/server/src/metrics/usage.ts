import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { rollUpActivity } from '../domain/activity.ts';
import { systemOrigin } from '../domain/origins.ts';
import type { Logger } from '../log.ts';

export type Usage = ReturnType<typeof createUsage>;

type Tally = {
  tenantId: string;
  date: string;
  users: Set<string>;
  userTokens: number;
  machineTokens: number;
};

const origin = systemOrigin('usage');
/** The number of distinct users of 30 days is computed at most this often. */
const rollUpIntervalMs = 60_000;

/** Counts tokens and active users of each tenant and day in memory, and adds them up in the database now and then. */
export const createUsage = (database: Database, logger: Logger, intervalMs = 5000) => {
  let waiting = new Map<string, Tally>();
  const active = new Map<string, Pick<Tally, 'tenantId' | 'date'>>();
  const rolledUpAt = new Map<string, number>();

  const writeAll = async () => {
    const counted = waiting;
    waiting = new Map();
    for (const [place, tally] of counted) {
      await write(database, tally).catch(error =>
        logger.error({ err: error, tenantId: tally.tenantId }, 'usage lost'),
      );
      if (tally.users.size) active.set(place, tally);
    }
  };

  const rollUp = async (isDue: (tenantId: string) => boolean) => {
    for (const [place, { tenantId, date }] of [...active]) {
      if (!isDue(tenantId)) continue;
      active.delete(place);
      rolledUpAt.set(tenantId, Date.now());
      await database
        .tenant(tenantId)
        .write(origin, ({ db }) => rollUpActivity(db, date))
        .catch(error => logger.error({ err: error, tenantId }, 'activity not counted'));
    }
  };

  const flush = async () => {
    await writeAll();
    await rollUp(tenantId => Date.now() - (rolledUpAt.get(tenantId) ?? 0) >= rollUpIntervalMs);
  };
  const timer = setInterval(() => void flush(), intervalMs).unref();

  return {
    /** A token was made: for a user, or for a machine when there is none. */
    count(tenantId: string, userId: string | undefined) {
      const date = new Date().toISOString().slice(0, 10);
      const place = `${tenantId} ${date}`;
      const empty = { tenantId, date, users: new Set<string>(), userTokens: 0, machineTokens: 0 };
      const tally = waiting.get(place) ?? empty;
      tally[userId ? 'userTokens' : 'machineTokens'] += 1;
      if (userId) tally.users.add(userId);
      waiting.set(place, tally);
    },
    flush,
    async close() {
      clearInterval(timer);
      await writeAll();
      await rollUp(() => true);
    },
  };
};

const write = (database: Database, { tenantId, date, users, userTokens, machineTokens }: Tally) =>
  database.tenant(tenantId).write(origin, async ({ db }) => {
    await db
      .insertInto('dailyTokenUsage')
      .values({ date, userTokens, machineTokens })
      .onConflict(conflict =>
        conflict.columns(['tenantId', 'date']).doUpdateSet(eb => ({
          userTokens: eb('dailyTokenUsage.userTokens', '+', userTokens),
          machineTokens: eb('dailyTokenUsage.machineTokens', '+', machineTokens),
        })),
      )
      .execute();
    await sql`
      insert into daily_active_users (date, user_id) select ${date}::date, unnest(${[...users]}::text[])
      on conflict do nothing`.execute(db);
  });
