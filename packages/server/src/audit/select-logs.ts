import { type AuditKey, visibleAuditPrefixes } from '@gatehouse/contract/audit.ts';
import type { Log, LogPayload, logFilters } from '@gatehouse/contract/logs.ts';
import { parseUserAgent } from '@gatehouse/contract/user-agent.ts';
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { TenantDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

export type LogFilters = z.output<typeof logFilters>;

/** The entries that people may see, newest first. */
export const selectLogs = (
  db: Kysely<Tables>,
  { userId, applicationId, logKey, result, start_time: start, end_time: end }: LogFilters,
) =>
  db
    .selectFrom('logs')
    .selectAll()
    .where(isVisible)
    .$if(userId !== undefined, q => q.where('userId', '=', userId ?? ''))
    .$if(applicationId !== undefined, q => q.where('applicationId', '=', applicationId ?? ''))
    .$if(logKey !== undefined, q => q.where('key', '=', logKey ?? ''))
    .$if(result !== undefined, q => q.where('result', '=', result ?? ''))
    .$if(start !== undefined, q => q.where('createdAt', '>=', start ?? 0))
    .$if(end !== undefined, q => q.where('createdAt', '<=', end ?? 0))
    .orderBy('createdAt', 'desc')
    .orderBy('id');

/** The content of an entry is decided when it is written; what its user agent says is read from it. */
export const presentLogs = async (
  tenant: TenantDatabase,
  db: Kysely<Tables>,
  rows: readonly Selectable<Tables['logs']>[],
): Promise<Log[]> => {
  const opened = await tenant.open(db, rows);
  return opened.map(({ value: { key, payload, ...log } }) => ({
    ...log,
    key: key as AuditKey,
    payload: withParsedAgent(payload as LogPayload),
  }));
};

const withParsedAgent = (payload: LogPayload): LogPayload =>
  payload.userAgent ? { ...payload, userAgentParsed: parseUserAgent(payload.userAgent) } : payload;

/** Deliveries of webhooks have their own page. */
export const isVisible = sql<SqlBool>`split_part(key, '.', 1) = any(${[...visibleAuditPrefixes]})`;
