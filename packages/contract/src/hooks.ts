import { z } from 'zod';
import { permissionToReadEvent } from './change-permissions.ts';
import { crud, defineRows, queryFlag } from './endpoint.ts';
import { hookEvents } from './events.ts';
import { certificateAuthority, id, timestamp, url } from './fields.ts';
import { log, logPayload, logResults } from './logs.ts';

export const hookRetries = { minimum: 0, maximum: 3 } as const;

export const hookConfig = z.strictObject({
  url: url.regex(/^https?:/i, { error: 'validation.web_redirect_uri' }),
  headers: z.record(z.string().min(1), z.string()).optional(),
  retries: z.number().int().min(hookRetries.minimum).max(hookRetries.maximum).optional(),
  certificateAuthority: certificateAuthority.optional(),
});

const hookEvent = z.enum(hookEvents);

export const hook = z.object({
  tenantId: id,
  id,
  name: z.string().max(256),
  /** The one event of older webhooks. */
  event: hookEvent.nullable(),
  events: z.array(hookEvent),
  config: hookConfig,
  signingKey: z.string().max(64),
  enabled: z.boolean(),
  createdAt: timestamp,
  /** When it was turned off because its receiver had failed for days; null otherwise. */
  turnedOffAt: timestamp.nullable().optional(),
  executionStats: z.object({ successCount: z.number(), requestCount: z.number() }).optional(),
});
export type Hook = z.infer<typeof hook>;

export const createHook = z
  .strictObject({
    ...hook.pick({ config: true }).shape,
    ...hook.pick({ name: true, event: true, events: true, enabled: true }).partial().shape,
  })
  .refine(({ event, events }) => event || events?.length, { path: ['events'], error: 'hook.missing_events' });

export const updateHook = z
  .strictObject(
    hook.pick({ name: true, event: true, events: true, config: true, enabled: true }).partial().shape,
  )
  .refine(({ event, events }) => event || events === undefined || events.length > 0, {
    path: ['events'],
    error: 'hook.missing_events',
  });

/** The request that was sent. Values of the webhook's custom headers are masked. */
const hookRequest = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.looseObject({ event: z.string(), hookId: z.string(), createdAt: z.string() }),
});

/** One request to the receiver of a webhook. */
export const hookDelivery = log.omit({ tenantId: true }).extend({
  payload: logPayload.extend({
    hookId: z.string(),
    hookRequest: hookRequest.optional(),
    /**
     * Absent if there was no response; then `error` has the reason. A JSON body is parsed, any other is text, cut off
     * after some kilobytes.
     */
    response: z.object({ statusCode: z.number(), body: z.unknown() }).optional(),
    latencyMs: z.number().optional(),
    /** 1 is the first try. */
    attempt: z.number().optional(),
    /** When the next try is due, if there is one: epoch milliseconds. */
    retryAt: z.number().optional(),
    /** The delivery that was sent again on request. */
    replayOf: z.string().optional(),
  }),
});
export type HookDelivery = z.infer<typeof hookDelivery>;

const plain = crud({
  kind: 'hook',
  path: '/hooks',
  entity: hook,
  create: createHook,
  update: updateHook,
});

const query = z.object({ includeExecutionStats: queryFlag.optional() });
/** A delivery has what was sent, and the event decides what that is. */
const shows = [...new Set(hookEvents.map(permissionToReadEvent))];
const time = z.coerce.number().int().min(0).max(8.64e15);

export const hooks = defineRows({
  ...plain,
  list: { ...plain.list, query },
  create: { ...plain.create, errors: ['hook.missing_events'] },
  read: { ...plain.read, query },
  update: { ...plain.update, errors: ['hook.missing_events'] },
  listRecentLogs: {
    method: 'get',
    path: '/hooks/:id/recent-logs',
    summary: 'List the webhook deliveries of the last 24 hours',
    query: z.object({
      logKey: z.string().max(128).optional(),
      result: z.enum(logResults).optional(),
      start_time: time.optional(),
      end_time: time.optional(),
    }),
    response: z.array(hookDelivery),
    status: 200,
    permission: 'hooks:read',
    shows,
    paging: 'always',
  },
  replay: {
    method: 'post',
    path: '/hooks/:id/recent-logs/:logId/replay',
    summary: 'Redeliver a webhook request with a new signature',
    response: hookDelivery,
    status: 200,
    permission: 'hooks:write',
    shows,
  },
  test: {
    method: 'post',
    path: '/hooks/:id/test',
    summary: 'Send a test payload for each event with this configuration',
    body: z.strictObject({ events: z.array(hookEvent).min(1), config: hookConfig }),
    status: 204,
    permission: 'hooks:write',
    errors: ['hook.endpoint_responded_with_error', 'hook.send_test_payload_failed'],
  },
  regenerateSigningKey: {
    method: 'patch',
    path: '/hooks/:id/signing-key',
    summary: 'Rotate the signing key of a webhook',
    response: hook,
    status: 200,
    permission: 'hooks:write',
    change: 'hook',
  },
});
