import type { HookDelivery, hooks as rows } from '@gatehouse/contract/hooks.ts';
import { generateId, generateSecret } from '@gatehouse/contract/ids.ts';
import type { Kysely, Selectable } from 'kysely';
import type { TenantDatabase } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { executionStats, openHook, recentDeliveries, sealHookConfig } from '../../domain/hooks.ts';
import { fetchCappedPage, fetchPage } from '../../domain/listing.ts';
import type { Caller } from '../../http/authenticate.ts';
import { type Handlers, ownTransaction } from '../../http/implement.ts';
import { maskSecret, maySeeSecrets } from '../../http/reveal.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';
import { sampleOfEvent } from '../../webhooks/body.ts';
import { recordDelivery } from '../../webhooks/deliver.ts';
import { type HookBody, sendToHook } from '../../webhooks/send.ts';

export const hooks: Handlers<typeof rows> = {
  async list({ db, query, page, ...context }) {
    const found = await fetchPage(
      db.selectFrom('hooks').selectAll().orderBy('createdAt', 'desc').orderBy('id'),
      page,
    );
    const hooks = found.items.map(row => present(row, context));
    if (!query.includeExecutionStats) return { ...found, items: hooks };
    const statsOf = await executionStats(
      db,
      hooks.map(({ id }) => id),
      context.services.now(),
    );
    return { ...found, items: hooks.map(hook => ({ ...hook, executionStats: statsOf(hook.id) })) };
  },

  async create({ tx, body, ...context }) {
    const { vault } = context.services;
    const sealed = { config: sealHookConfig(body.config, vault), signingKey: vault.seal(generateSecret()) };
    return present(await tx.insert('hooks', { id: generateId(), ...body, ...sealed }), context);
  },

  async read({ db, params, query, ...context }) {
    const hook = present(await findHook(db, params.id), context);
    if (!query.includeExecutionStats) return hook;
    const statsOf = await executionStats(db, [hook.id], context.services.now());
    return { ...hook, executionStats: statsOf(hook.id) };
  },

  async update({ tx, params, body, ...context }) {
    const { config, ...fields } = body;
    const sealed = config ? { config: sealHookConfig(config, context.services.vault) } : {};
    const revived = fields.enabled ? { turnedOffAt: null } : {};
    const row = await tx.update('hooks', { id: params.id }, { ...fields, ...sealed, ...revived });
    if (!row) throw new RequestError('entity.not_exists');
    return present(row, context);
  },

  async delete({ tx, params }) {
    const deleted = await tx.delete('hooks', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },

  async listRecentLogs({ db, params, query, page, services, tenant }) {
    await findHook(db, params.id);
    const { logKey, result, start_time: start, end_time: end } = query;
    const found = await fetchCappedPage(
      db,
      recentDeliveries(db, params.id, services.now())
        .selectAll()
        .$if(logKey !== undefined, list => list.where('key', '=', logKey ?? ''))
        .$if(result !== undefined, list => list.where('result', '=', result ?? ''))
        .$if(start !== undefined, list => list.where('createdAt', '>=', start ?? 0))
        .$if(end !== undefined, list => list.where('createdAt', '<=', end ?? 0))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      page,
    );
    const opened = await tenant.database.open(db, found.items);
    return { ...found, items: opened.map(({ value }) => value as unknown as HookDelivery) };
  },

  // A receiver can take its time: nothing is held meanwhile.
  test: ownTransaction(async ({ tenant, services, params, body }) => {
    const row = await tenant.database.read(db => findHook(db, params.id));
    const { signingKey } = openHook(row, services.vault);
    const hook = { config: body.config, signingKey };
    const sent = await Promise.all(
      [...new Set(body.events)].map(event =>
        sendToHook(services.outgoing, hook, sampleOfEvent(event, row.id, services.now())),
      ),
    );
    const failed = sent.find(({ result }) => result === 'Error');
    if (!failed) return;
    if (!failed.response)
      throw new RequestError('hook.send_test_payload_failed', { data: { message: failed.error } });
    const { statusCode: responseStatus, body: responseBody } = failed.response;
    throw new RequestError('hook.endpoint_responded_with_error', { data: { responseStatus, responseBody } });
  }),

  replay: ownTransaction(async ({ tenant, services, params, origin }) => {
    const { hook, body } = await tenant.database.read(async db => ({
      hook: openHook(await findHook(db, params.id), services.vault),
      body: await findBody(tenant.database, db, params),
    }));
    const sent = await sendToHook(services.outgoing, hook, body);
    return tenant.database.write(origin, tx =>
      recordDelivery(tx, { ...sent, hookId: hook.id, attempt: 1, replayOf: params.logId }, services.now()),
    );
  }),

  async regenerateSigningKey({ tx, params, ...context }) {
    const signingKey = context.services.vault.seal(generateSecret());
    const row = await tx.update('hooks', { id: params.id }, { signingKey });
    if (!row) throw new RequestError('entity.not_exists');
    return present(row, context);
  },
};

const present = (
  row: Selectable<Tables['hooks']>,
  { caller, services }: { caller: Caller; services: Services },
) => {
  const hook = openHook(row, services.vault);
  if (maySeeSecrets(caller, 'hooks')) return hook;
  const { headers = {}, ...config } = hook.config;
  const masked = Object.entries(headers).map(([name, value]) => [name, maskSecret(value)]);
  return {
    ...hook,
    config: { ...config, ...(masked.length ? { headers: Object.fromEntries(masked) } : {}) },
    signingKey: maskSecret(hook.signingKey),
  };
};

const findHook = async (db: Kysely<Tables>, id: string) => {
  const hook = await db.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!hook) throw new RequestError('entity.not_exists_with_id', { data: { name: 'webhook', id } });
  return hook;
};

const findBody = async (
  tenant: TenantDatabase,
  db: Kysely<Tables>,
  { id, logId }: { id: string; logId: string },
) => {
  const log = await db.selectFrom('logs').select('payload').where('id', '=', logId).executeTakeFirst();
  const [opened] = await tenant.open(db, log ? [log] : []);
  const { hookId, hookRequest } = (opened?.value.payload ?? {}) as {
    hookId?: string;
    hookRequest?: { body: HookBody };
  };
  if (hookId !== id || !hookRequest)
    throw new RequestError('entity.not_exists_with_id', { data: { name: 'log', id: logId } });
  return hookRequest.body;
};
