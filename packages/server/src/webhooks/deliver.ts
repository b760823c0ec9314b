import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { openHook } from '../domain/hooks.ts';
import { backOffMs, defineJob } from '../jobs/job.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { bodyOfEvent } from './body.ts';
import { recordDelivery } from './record.ts';
import { sendToHook } from './send.ts';

export const webhookJob = 'webhook';

const defaultRetries = 3;
const firstRetryMs = 10_000;
/** Tries that end with the process do not count as tries of the receiver, but do not go on for ever either. */
const spareAttempts = 20;

type Dependencies = { database: Database; vault: Vault; outgoing: Outgoing; now(): number };

/** Delivers one event to one webhook. What is told of one object arrives in the order in which it happened. */
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
      // Nobody listens any more.
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
