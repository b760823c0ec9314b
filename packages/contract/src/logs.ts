import { z } from 'zod';
import { auditKeys } from './audit.ts';
import { id, timestamp } from './fields.ts';

export const logResults = ['Success', 'Error'] as const;

/** What was known when the entry was written; further fields depend on the key. */
export const logPayload = z.looseObject({
  key: z.enum(auditKeys),
  result: z.enum(logResults),
  error: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  ip: z.string().optional(),
  userAgent: z.string().optional(),
  userId: z.string().optional(),
  applicationId: z.string().optional(),
  sessionId: z.string().optional(),
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
