import type { HookDelivery, hooks as rows } from '@gatehouse/contract/hooks.ts';
import { generateId, generateSecret } from '@gatehouse/contract/ids.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { executionStats, openHook, recentDeliveries, sealHookConfig } from '../../domain/hooks.ts';
import { fetchCappedPage, fetchPage } from '../../domain/listing.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/implement.ts';
import { maskSecret, maySeeSecrets } from '../../http/reveal.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';
import { findHook } from './hook-requests.ts';

export const hooks: Handlers<Omit<typeof rows, 'replay' | 'test'>> = {
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
