import type { HookDelivery } from '@gatehouse/contract/hooks.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Sent } from './send.ts';

type Delivery = Sent & { hookId: string; attempt: number; retryAt?: number; replayOf?: string };

const hourMs = 60 * 60 * 1000;

/** Writes a delivery down as a log entry, counts it, and gives what is shown of it. */
export const recordDelivery = async (
  db: Kysely<Tables>,
  delivery: Delivery,
  createdAt: number,
): Promise<HookDelivery> => {
  const { hookId, result, hookRequest } = delivery;
  const key = `TriggerHook.${hookRequest?.body.event ?? ''}` as HookDelivery['key'];
  const entry = { id: generateId(), key, payload: { key, ...delivery }, createdAt };
  const [success, error] = result === 'Success' ? [1, 0] : [0, 1];
  // A webhook can be gone by the time its receiver answers.
  await sql`
    with entry as (
      insert into logs (id, key, payload, created_at)
      values (${entry.id}, ${key}, ${JSON.stringify(entry.payload)}::jsonb, ${new Date(createdAt)})
    )
    insert into hook_hours (hook_id, hour, success_count, error_count)
    select id, ${new Date(createdAt - (createdAt % hourMs))}, ${success}::int, ${error}::int
    from hooks where id = ${hookId}
    on conflict (tenant_id, hook_id, hour) do update set
      success_count = hook_hours.success_count + excluded.success_count,
      error_count = hook_hours.error_count + excluded.error_count`.execute(db);
  return entry;
};
