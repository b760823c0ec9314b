import type { Log, LogExportFormat } from '@gatehouse/contract/logs.ts';
import type { FastifyReply } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import type { Tenant } from '../domain/tenant.ts';
import { sendRecords } from '../record-file.ts';
import { type LogFilters, presentLogs, selectLogs } from './select-logs.ts';

const batchSize = 1000;

type Export = { tenant: Tenant; reply: FastifyReply; format: LogExportFormat; filters: LogFilters };

/** The entries as a file, newest first. */
export const exportLogs = ({ tenant, reply, format, filters }: Export) =>
  sendRecords({
    reply,
    name: 'audit-logs',
    format,
    columns,
    present: ({ id, key, createdAt, payload }) => ({ id, key, createdAt, payload }),
    items: readLogs(tenant, filters),
  });

/** However many there are, one batch is in memory. */
export async function* readLogs(tenant: Tenant, filters: LogFilters) {
  let last: string | undefined;
  do {
    const batch = await tenant.database.readAside(async db => {
      const rows = await selectLogs(db, filters)
        .$if(last !== undefined, query => query.where(comesAfter(last ?? '')))
        .limit(batchSize)
        .execute();
      return presentLogs(tenant.database, db, rows);
    });
    yield* batch;
    last = batch.length === batchSize ? batch.at(-1)?.id : undefined;
  } while (last);
}

/** The database compares with the entry itself: its time is finer than milliseconds. */
const comesAfter = (id: string) => {
  const time = sql`(select created_at from logs last where last.id = ${id})`;
  return sql<SqlBool>`(created_at <= ${time} and (created_at < ${time} or id > ${id}))`;
};

const columns: Record<string, (log: Log) => string | undefined> = {
  time: ({ createdAt }) => new Date(createdAt).toISOString(),
  event: ({ key }) => key,
  result: ({ payload }) => payload.result,
  error: ({ payload: { error } }) => (typeof error === 'object' ? JSON.stringify(error) : error),
  userId: ({ payload }) => payload.userId,
  applicationId: ({ payload }) => payload.applicationId,
  ip: ({ payload }) => payload.ip,
  userAgent: ({ payload }) => payload.userAgent,
  sessionId: ({ payload }) => payload.sessionId,
  id: ({ id }) => id,
};
