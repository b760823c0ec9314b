import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

const batchSize = 500;

/**
 * Queues a delivery for each webhook that listens to an event, in the order of the events. One process at a time does
 * it, so that two events of one object never change places.
 */
export const dispatchEvents = (database: Database, jobName: string, now: number): Promise<number> =>
  database.system(async db => {
    const at = new Date(now);
    const { rows } = await sql<{ taken: number }>`
      with turn as materialized (
        select pg_try_advisory_xact_lock(hashtext('gatehouse.events')) as mine
      ), batch as (
        update events set dispatched_at = ${at}
        where (tenant_id, id) in (
          select tenant_id, id from events
          where dispatched_at is null and (select mine from turn) order by id limit ${batchSize})
        returning tenant_id, id, event, data, origin
      ), queued as (
        insert into jobs (tenant_id, name, data, lane, order_key, due_at, origin)
        select batch.tenant_id, ${jobName}, jsonb_build_object('hookId', hooks.id, 'eventId', batch.id), hooks.id,
          concat_ws(' ', hooks.id, ${objectOf}), ${at}, batch.origin
        from batch join hooks on hooks.tenant_id = batch.tenant_id and hooks.enabled
          and (hooks.events ? batch.event or (hooks.events = '[]' and hooks.event = batch.event))
        order by batch.id, hooks.created_at
      )
      select count(*) as taken from batch`.execute(db);
    return rows[0]?.taken ?? 0;
  });

/** The object that an event is about, whatever the event is called. */
const objectOf = sql`left(coalesce(
  data ->> 'organizationId', data ->> 'organizationRoleId', data ->> 'roleId', data ->> 'userId', data ->> 'id',
  origin -> 'via' -> 'params' ->> 'id', batch.id::text), 128)`;
