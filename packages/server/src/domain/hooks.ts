import { dayMs } from '@gatehouse/contract/duration.ts';
import type { Hook } from '@gatehouse/contract/hooks.ts';
import type { Kysely, Selectable } from 'kysely';
import type { StoredHookConfig } from '../database/configuration-tables.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';

const recentMs = dayMs;

export const sealHookConfig = ({ headers, ...config }: Hook['config'], vault: Vault): StoredHookConfig => ({
  ...config,
  ...(headers ? { headers: vault.seal(JSON.stringify(headers)) } : {}),
});

const openHookConfig = ({ headers, ...config }: StoredHookConfig, vault: Vault): Hook['config'] => {
  if (headers === undefined) return config;
  return { ...config, headers: typeof headers === 'string' ? JSON.parse(vault.open(headers)) : headers };
};

/** A hook as it is stored, with its secrets in the clear; one that came back by an undo has no signing key. */
export const openHook = (row: Selectable<Tables['hooks']>, vault: Vault): Hook => ({
  ...row,
  config: openHookConfig(row.config, vault),
  signingKey: row.signingKey === '' ? '' : vault.open(row.signingKey),
});

/** The log entries of the deliveries to a hook in the last day. */
export const recentDeliveries = (db: Kysely<Tables>, hookId: string, now: number) =>
  db
    .selectFrom('logs')
    .where('hookId', '=', hookId)
    .where('createdAt', '>', now - recentMs);

/** Delivery statistics of the last day by hook, counted by the hour. */
export const executionStats = async (db: Kysely<Tables>, hookIds: string[], now: number) => {
  const rows = hookIds.length
    ? await db
        .selectFrom('hookHours')
        .where('hookId', 'in', hookIds)
        .where('hour', '>', now - recentMs)
        .select(({ fn }) => [
          'hookId',
          fn.sum<number>('successCount').as('successCount'),
          fn.sum<number>('errorCount').as('errorCount'),
        ])
        .groupBy('hookId')
        .execute()
    : [];
  return (hookId: string) => {
    const { successCount = 0, errorCount = 0 } = rows.find(row => row.hookId === hookId) ?? {};
    return { successCount, requestCount: successCount + errorCount };
  };
};
