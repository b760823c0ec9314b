import { dayMs } from '@gatehouse/contract/duration.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { systemOrigin } from '../domain/origins.ts';
import type { Notice } from '../messages/notice-types.ts';

/** A receiver that failed for this long will not recover without help. */
const patienceMs = 3 * dayMs;
/** Fewer failures than this say nothing. */
const leastFailures = 10;

type Dependencies = {
  database: Database;
  now(): number;
  /** The address of a page of a tenant's console. */
  pageOf(tenantId: string, path: string): string;
  notify(tenantId: string, notice: Notice): Promise<void>;
};

/**
 * Turns off the webhooks whose receivers have failed for days; the history records it, and administrators are notified.
 */
export const disableFailingHooks = async ({ database, now: clock, pageOf, notify }: Dependencies) => {
  const now = clock();
  const failing = await database.system(db => findFailing(db, now));
  for (const { tenantId, hookId } of failing) {
    const hook = await database.tenant(tenantId).write(systemOrigin('webhooks'), async tx => {
      const row = await tx.update('hooks', { id: hookId }, { enabled: false, turnedOffAt: now });
      if (row) tx.object('hook', hookId, row.name);
      return row;
    });
    if (!hook) continue;
    const link = pageOf(tenantId, `/webhooks/${hookId}/settings`);
    const notice = { type: 'WebhookTurnedOff', name: hook.name || hookId, link } as const;
    await notify(tenantId, notice);
  }
  return failing.length;
};

/** Begins with the last success: only what failed since then counts. */
const findFailing = async (db: Kysely<Tables>, now: number) => {
  const { rows } = await sql<{ tenantId: string; hookId: string }>`
    select hours.tenant_id as "tenantId", hours.hook_id as "hookId"
    from hook_hours hours join hooks on hooks.tenant_id = hours.tenant_id and hooks.id = hours.hook_id
    where hooks.enabled and hours.success_count = 0 and hours.hour > coalesce(
      (select max(good.hour) from hook_hours good
       where good.tenant_id = hours.tenant_id and good.hook_id = hours.hook_id and good.success_count > 0),
      '-infinity')
      -- Whoever turns it on again begins anew.
      and hours.hour > coalesce(
        (select max(created_at) from changes
         where changes.tenant_id = hours.tenant_id and object_kind = 'hook' and object_id = hours.hook_id),
        '-infinity')
    group by 1, 2
    having min(hours.hour) <= ${new Date(now - patienceMs)} and sum(hours.error_count) >= ${leastFailures}`.execute(
    db,
  );
  return rows;
};
