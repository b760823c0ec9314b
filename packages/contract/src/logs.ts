import { z } from 'zod';
import { auditKeys } from './audit.ts';
import { defineRows, queryFlag } from './endpoint.ts';
import { id, timestamp } from './fields.ts';

export const logResults = ['Success', 'Error'] as const;

const named = { name: z.string().optional(), version: z.string().optional() };
const parsedUserAgent = z.object({
  ua: z.string(),
  browser: z.object({ ...named, major: z.string().optional() }),
  os: z.object(named),
  device: z.object({
    type: z.string().optional(),
    vendor: z.string().optional(),
    model: z.string().optional(),
  }),
});

/** The details recorded with the entry. Further fields depend on the key. */
export const logPayload = z.looseObject({
  key: z.enum(auditKeys),
  result: z.enum(logResults),
  error: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  ip: z.string().optional(),
  userAgent: z.string().optional(),
  userAgentParsed: parsedUserAgent.optional(),
  userId: z.string().optional(),
  applicationId: z.string().optional(),
  sessionId: z.string().optional(),
  signInId: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});
export type LogPayload = z.infer<typeof logPayload>;

export const log = z.object({
  tenantId: id,
  id,
  key: z.enum(auditKeys),
  payload: logPayload,
  createdAt: timestamp,
});
export type Log = z.infer<typeof log>;

/** Epoch milliseconds; entries of exactly these times are in. */
export const time = z.coerce.number().int().min(0).optional();

export const logFilters = z.object({
  userId: z.string().optional(),
  applicationId: z.string().optional(),
  logKey: z.string().optional(),
  result: z.enum(logResults).optional(),
  /** Counts are always capped: the flag of the dialect is accepted and changes nothing. */
  enableCap: queryFlag.optional(),
  start_time: time,
  end_time: time,
});

type TimeWindow = { start_time?: number; end_time?: number };
export const beginsBeforeItEnds = ({ start_time: start, end_time: end }: TimeWindow) =>
  start === undefined || end === undefined || start < end;
export const backwards = { path: ['end_time'], error: 'log.invalid_time_window' };

export const logExportFormats = ['csv', 'json'] as const;
export type LogExportFormat = (typeof logExportFormats)[number];

export const logs = defineRows({
  list: {
    method: 'get',
    path: '/logs',
    summary: 'List audit log entries, newest first',
    query: logFilters.refine(beginsBeforeItEnds, backwards),
    response: z.array(log),
    status: 200,
    permission: 'logs:read',
    paging: 'always',
    errors: ['log.invalid_time_window'],
  },
  export: {
    method: 'get',
    path: '/logs/export',
    summary: 'Download audit log entries, newest first, as CSV or JSON',
    query: logFilters
      .extend({ format: z.enum(logExportFormats).optional() })
      .refine(beginsBeforeItEnds, backwards),
    response: z.unknown(),
    file: ['text/csv', 'application/json'],
    status: 200,
    permission: 'logs:read',
    errors: ['log.invalid_time_window'],
  },
  read: {
    method: 'get',
    path: '/logs/:id',
    summary: 'Read an audit log entry',
    response: log,
    status: 200,
    permission: 'logs:read',
  },
});
