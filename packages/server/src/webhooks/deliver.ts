import { hourMs } from '@gatehouse/contract/duration.ts';
import type { HookDelivery } from '@gatehouse/contract/hooks.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Write } from '../database/database.ts';
import { personOfDelivery } from '../database/people/personal-columns.ts';
import { sealLog } from '../database/people/seal-log.ts';
import type { Vault } from '../database/vault.ts';
import { openHook } from '../domain/hooks.ts';
import { backOffMs, defineJob } from '../jobs/job.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { bodyOfEvent } from './body.ts';
import type { Sent } from './send.ts';
import { sendToHook } from './send.ts';

export const webhookJob = 'webhook';

const defaultRetries = 3;
const firstRetryMs = 10_000;
/** Attempts that end with the process do not count against the receiver, but they are limited, too. */
const spareAttempts = 20;

type Dependencies = { database: Database; vault: Vault; outgoing: Outgoing; now(): number };

/** Delivers one event to one webhook. Events about one object arrive in the order in which they happened. */
export const createWebhookJob = ({ database, vault, outgoing, now }: Dependencies) =>
  defineJob({
    name: webhookJob,
    data: z.object({ hookId: z.string(), eventId: z.number() }),
    width: 24,
    laneWidth: 8,
    maximumAttempts: spareAttempts,
    isKept: false,
    async run({ tenantId, data: { hookId, eventId }, attempt }) {
      const found = await database.tenant(tenantId).read(async db => {
        const row = await db
          .selectFrom('hooks')
          .innerJoin('events', join => join.on('events.id', '=', eventId))
          .selectAll('hooks')
          .select(['events.event as told', 'events.data', 'events.origin', 'events.createdAt as toldAt'])
          .where('hooks.id', '=', hookId)
          .where('hooks.enabled', '=', true)
          .executeTakeFirst();
        if (!row) return undefined;
        const { told, data, origin, toldAt, ...hook } = row;
        const stored = { event: told, data, origin, createdAt: toldAt };
        const [event] = await database.people.open(db, tenantId, [stored]);
        return { hook: openHook(hook, vault), body: await bodyOfEvent(db, event!.value, hookId) };
      });
      // There is no subscriber left.
      if (!found) return undefined;
      const { hook, body } = found;
      const sent = await sendToHook(outgoing, hook, body);
      const isGivenUp = sent.result === 'Success' || attempt > (hook.config.retries ?? defaultRetries);
      const retryAt = isGivenUp ? undefined : now() + backOffMs(attempt, firstRetryMs);
      return {
        againAt: retryAt,
        write: tx => recordDelivery(tx, { ...sent, hookId, attempt, retryAt }, now()),
      };
    },
  });

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

/** The request and response of a delivery about a user are sealed with that user's key. */
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
