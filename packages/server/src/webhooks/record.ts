import { hourMs } from '@gatehouse/contract/duration.ts';
import type { HookDelivery } from '@gatehouse/contract/hooks.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { sql } from 'kysely';
import type { Write } from '../database/database.ts';
import { personOfDelivery } from '../database/people/personal-columns.ts';
import { sealLog } from '../database/people/seal-log.ts';
import type { Sent } from './send.ts';

type Delivery = Sent & { hookId: string; attempt: number; retryAt?: number; replayOf?: string };

/** Writes a delivery down as a log entry, counts it, and gives what is shown of it. */
export const recordDelivery = async (
  tx: Write,
  delivery: Delivery,
  createdAt: number,
): Promise<HookDelivery> => {
  const { hookId, result, hookRequest } = delivery;
  const key = `TriggerHook.${hookRequest?.body.event ?? ''}` as HookDelivery['key'];
  const entry = { id: generateId(), key, payload: { key, ...delivery }, createdAt };
  const [success, error] = result === 'Success' ? [1, 0] : [0, 1];
  const payload = await sealDelivery(tx, entry.payload);
  // A webhook can be gone by the time its receiver answers.
  await sql`
    with entry as (
      insert into logs (id, key, payload, created_at, is_sealed)
      values (${entry.id}, ${key}, ${JSON.stringify(payload)}::jsonb, ${new Date(createdAt)}, true)
    )
    insert into hook_hours (hook_id, hour, success_count, error_count)
    select id, ${new Date(createdAt - (createdAt % hourMs))}, ${success}::int, ${error}::int
    from hooks where id = ${hookId}
    on conflict (tenant_id, hook_id, hour) do update set
      success_count = hook_hours.success_count + excluded.success_count,
      error_count = hook_hours.error_count + excluded.error_count`.execute(tx.db);
  return entry;
};

/** What was sent about a person, and what came back, is under that person's key. */
const sealDelivery = async (tx: Write, payload: HookDelivery['payload']) => {
  const person = personOfDelivery(payload.hookRequest?.body);
  if (!person) return payload;
  const isUser = 'userId' in person;
  const sealer = await tx.sealer({
    subjects: isUser ? [person.userId] : [],
    identifiers: isUser ? [] : [person.identifier],
  });
  return sealLog(sealer, isUser ? person.userId : sealer.identifierSubject(person.identifier), payload);
};
