import { type AuditKey, visibleAuditPrefixes } from '@gatehouse/contract/audit.ts';
import type { Log, LogPayload, logs as rows } from '@gatehouse/contract/logs.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { fetchCappedPage } from '../../domain/listing.ts';
import { RequestError } from '../../domain/request-error.ts';
import type { Handlers } from '../../http/implement.ts';

export const logs: Handlers<typeof rows> = {
  async list({ db, query, page }) {
    const { userId, applicationId, logKey, start_time: start, end_time: end } = query;
    const found = await fetchCappedPage(
      db,
      db
        .selectFrom('logs')
        .selectAll()
        .where(isVisible)
        .$if(userId !== undefined, q => q.where('userId', '=', userId ?? ''))
        .$if(applicationId !== undefined, q => q.where('applicationId', '=', applicationId ?? ''))
        .$if(logKey !== undefined, q => q.where('key', '=', logKey ?? ''))
        .$if(start !== undefined, q => q.where('createdAt', '>', start ?? 0))
        .$if(end !== undefined, q => q.where('createdAt', '<', end ?? 0))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      page,
    );
    return { ...found, items: found.items.map(present) };
  },

  async read({ db, params }) {
    const log = await db.selectFrom('logs').selectAll().where('id', '=', params.id).executeTakeFirst();
    if (!log) throw new RequestError('entity.not_exists_with_id', { data: { name: 'log', id: params.id } });
    return present(log);
  },
};

/** What is in an entry was decided where it was written. */
const present = ({ key, payload, ...log }: Selectable<Tables['logs']>): Log => ({
  ...log,
  key: key as AuditKey,
  payload: payload as LogPayload,
});

/** Deliveries of webhooks have a page of their own. */
const isVisible = sql<SqlBool>`split_part(key, '.', 1) = any(${[...visibleAuditPrefixes]})`;
