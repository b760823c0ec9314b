import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { rollUpActivity } from '../domain/activity.ts';
import { systemOrigin } from '../domain/tenant.ts';
import type { AuditEntry } from './audit-log.ts';

type Tally = {
  tenantId: string;
  date: string;
  users: Set<string>;
  userTokens: number;
  machineTokens: number;
};

const origin = systemOrigin('activity');
/** Different users in 30 days are counted anew at most this often. */
const rollUpIntervalMs = 60_000;

/** Counts who was active and how many tokens were made, in memory: each batch is one write for each tenant. */
export const createActivityCounter = (database: Database) => {
  const waiting = new Map<string, Tally>();
  const notRolledUp = new Map<string, { tenantId: string; date: string }>();
  const rolledUpAt = new Map<string, number>();

  const write = ({ tenantId, date, users, userTokens, machineTokens }: Tally) =>
    database.tenant(tenantId).write(origin, async ({ db }) => {
      await sql`
        insert into daily_token_usage (date, user_tokens, machine_tokens)
        values (${date}, ${userTokens}, ${machineTokens})
        on conflict (tenant_id, date) do update set
          user_tokens = daily_token_usage.user_tokens + excluded.user_tokens,
          machine_tokens = daily_token_usage.machine_tokens + excluded.machine_tokens`.execute(db);
      if (users.size === 0) return;
      await sql`
        insert into daily_active_users (date, user_id) select ${date}, unnest(${[...users]}::text[])
        on conflict do nothing`.execute(db);
    });

  return {
    note(tenantId: string, { key, payload }: AuditEntry) {
      if (!key.startsWith('ExchangeTokenBy.') || payload.result !== 'Success') return;
      const date = new Date().toISOString().slice(0, 10);
      const place = `${tenantId} ${date}`;
      const tally = waiting.get(place) ?? {
        tenantId,
        date,
        users: new Set<string>(),
        userTokens: 0,
        machineTokens: 0,
      };
      if (payload.userId) tally.users.add(payload.userId);
      if (payload.userId) tally.userTokens += 1;
      else tally.machineTokens += 1;
      waiting.set(place, tally);
    },

    async flush({ isLast = false } = {}) {
      for (const [place, tally] of [...waiting]) {
        waiting.delete(place);
        await write(tally);
        if (tally.users.size) notRolledUp.set(place, tally);
      }
      for (const [place, { tenantId, date }] of [...notRolledUp]) {
        const isDue = Date.now() - (rolledUpAt.get(tenantId) ?? 0) >= rollUpIntervalMs;
        if (!isDue && !isLast) continue;
        notRolledUp.delete(place);
        rolledUpAt.set(tenantId, Date.now());
        await database.tenant(tenantId).write(origin, ({ db }) => rollUpActivity(db, date));
      }
    },
  };
};
