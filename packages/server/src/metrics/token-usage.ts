import type { Database } from '../database/database.ts';
import { systemOrigin } from '../domain/tenant.ts';
import type { Logger } from '../log.ts';

export type TokenUsage = ReturnType<typeof createTokenUsage>;

type Counts = { userTokens: number; machineTokens: number };

const origin = systemOrigin('token-usage');

/** Counts the tokens of each tenant and day in memory and adds them up in the database now and then. */
export const createTokenUsage = (database: Database, logger: Logger, intervalMs = 5000) => {
  let waiting = new Map<string, Counts & { tenantId: string; date: string }>();

  const flush = async () => {
    const counted = waiting;
    waiting = new Map();
    for (const { tenantId, date, userTokens, machineTokens } of counted.values()) {
      await database
        .tenant(tenantId)
        .write(origin, ({ db }) =>
          db
            .insertInto('dailyTokenUsage')
            .values({ date, userTokens, machineTokens })
            .onConflict(conflict =>
              conflict.columns(['tenantId', 'date']).doUpdateSet(eb => ({
                userTokens: eb('dailyTokenUsage.userTokens', '+', userTokens),
                machineTokens: eb('dailyTokenUsage.machineTokens', '+', machineTokens),
              })),
            )
            .execute(),
        )
        .catch(error => logger.error({ err: error, tenantId }, 'token usage lost'));
    }
  };
  const timer = setInterval(() => void flush(), intervalMs).unref();

  return {
    count(tenantId: string, kind: keyof Counts) {
      const date = new Date().toISOString().slice(0, 10);
      const key = `${tenantId} ${date}`;
      const counts = waiting.get(key) ?? { tenantId, date, userTokens: 0, machineTokens: 0 };
      counts[kind] += 1;
      waiting.set(key, counts);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
};
