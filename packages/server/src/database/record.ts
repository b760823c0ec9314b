import { type Kysely, sql } from 'kysely';
import { invalidationChannel } from './invalidation.ts';
import type { SealedRecord } from './people/seal-record.ts';
import type { Tables } from './tables.ts';

/**
 * The side effects of a write in one statement: its change, its events and the cache invalidations. Events without a
 * subscribed webhook are complete. Returns whether one has to be delivered.
 */
export const storeRecord = async (db: Kysely<Tables>, record: SealedRecord): Promise<boolean> => {
  const { tenantId, origin, change, events, topics, newKeys, departures } = record;
  const { gone, back } = departures;
  if (!change && !events.length && !topics.length) return false;
  const { rows } = await sql<{ isAwaited: boolean }>`
    with keys as (
      insert into person_keys (subject, key)
      select subject, key from jsonb_to_recordset(${json(newKeys)}) as made (subject text, key text)
    ), departures as (
      update person_keys set deleted_at = case when subject = any(${gone}::text[]) then now() end
      where subject = any(${[...gone, ...back]}::text[]) and erased_at is null
    ), change as (
      insert into changes (id, actor, via, request_id, object_kind, object_id, object_name, entries, reverts)
      select ${change?.id ?? ''}, ${json(origin.actor)}, ${json(origin.via)}, ${origin.requestId},
        ${change?.object.kind ?? ''}, ${change?.object.id ?? ''}, ${change?.object.name ?? null}::text,
        ${json(change?.entries ?? [])}, ${change?.reverts ?? null}::text
      where ${change !== undefined}::boolean
    ), told as (
      insert into events (event, data, origin, dispatched_at)
      select told ->> 'event', nullif(told -> 'data', 'null'), ${json(origin)},
        case when not exists (
          select from hooks
          where enabled and (hooks.events ? (told ->> 'event')
            or (hooks.events = '[]' and hooks.event = told ->> 'event'))
        ) then now() end
      from jsonb_array_elements(${json(events)}) with ordinality given (told, place)
      order by place
      returning dispatched_at
    ), notified as (
      select pg_notify(${invalidationChannel}, ${tenantId}::text || ':' || topic)
      from unnest(${topics}::text[]) topic
    )
    select exists (select from told where dispatched_at is null) as "isAwaited",
      (select count(*) from notified) as notified`.execute(db);
  return rows[0]?.isAwaited === true;
};

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
