import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { timestamp } from './fields.ts';
import { jobStates } from './user-jobs.ts';

/** The kinds of work that a tenant causes. */
export const jobNames = [
  'webhook',
  'log-stream',
  'backchannel-logout',
  'erased-pictures',
  'shortened-sessions',
  'security-notice',
  'draft-publish',
  'draft-trial',
  'users.import',
  'users.bulk',
  'users.forget-import',
] as const;
export type JobName = (typeof jobNames)[number];

const job = z.object({
  id: z.string(),
  name: z.enum(jobNames),
  state: z.enum(jobStates),
  /** 0 before the first. */
  attempts: z.number(),
  /** When it is done next; past for what waits for its turn. */
  dueAt: timestamp,
  /** The error of the last attempt, as text. */
  error: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type Job = z.infer<typeof job>;

const schedule = z.object({
  name: z.string(),
  everySeconds: z.number(),
  isRunning: z.boolean(),
  /** Null before the first time. */
  finishedAt: timestamp.nullable(),
  dueAt: timestamp,
  /** The error of the last run, as text. */
  error: z.string().nullable(),
});
export type Schedule = z.infer<typeof schedule>;

export const jobs = defineRows({
  list: {
    method: 'get',
    path: '/jobs',
    summary: 'List background jobs, newest first',
    query: z.object({ name: z.enum(jobNames).optional(), state: z.enum(jobStates).optional() }),
    response: z.array(job),
    status: 200,
    permission: 'configs:read',
    paging: 'always',
  },
  listSchedules: {
    method: 'get',
    path: '/jobs/schedules',
    summary: 'List scheduled jobs of the server; empty in the cloud edition',
    response: z.array(schedule),
    status: 200,
    permission: 'configs:read',
  },
  runSchedule: {
    method: 'post',
    path: '/jobs/schedules/:name/run',
    summary: 'Run a scheduled job now',
    status: 204,
    permission: 'configs:write',
  },
});
