import { Readable } from 'node:stream';
import type { Log, LogExportFormat } from '@gatehouse/contract/logs.ts';
import type { FastifyReply } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import type { Tenant } from '../domain/tenant.ts';
import { type LogFilters, presentLog, selectLogs } from './select-logs.ts';

const batchSize = 1000;

type Export = { tenant: Tenant; reply: FastifyReply; format: LogExportFormat; filters: LogFilters };

/** The entries as a file that is written while it is read: however many they are, one batch is in memory. */
export const exportLogs = ({ tenant, reply, format, filters }: Export) => {
  const { type, write } = formats[format];
  reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="audit-logs.${format}"`)
    .header('cache-control', 'no-store');
  return Readable.from(write(readLogs(tenant, filters)));
};

async function* readLogs(tenant: Tenant, filters: LogFilters) {
  let last: string | undefined;
  do {
    const batch = await tenant.database.read(db =>
      selectLogs(db, filters)
        .$if(last !== undefined, query => query.where(comesAfter(last ?? '')))
        .limit(batchSize)
        .execute(),
    );
    yield* batch.map(presentLog);
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

/** What a spreadsheet would take for a formula is marked as text: a browser can call itself anything. */
const cell = (value = '') => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

const formats = {
  csv: {
    type: 'text/csv',
    async *write(logs: AsyncIterable<Log>) {
      yield `${Object.keys(columns).join(',')}\r\n`;
      for await (const log of logs) {
        yield `${Object.values(columns)
          .map(column => cell(column(log)))
          .join(',')}\r\n`;
      }
    },
  },
  json: {
    type: 'application/json',
    async *write(logs: AsyncIterable<Log>) {
      let separator = '[\n';
      for await (const { id, key, createdAt, payload } of logs) {
        yield `${separator}${JSON.stringify({ id, key, createdAt, payload })}`;
        separator = ',\n';
      }
      yield separator === '[\n' ? '[]\n' : '\n]\n';
    },
  },
} as const;
