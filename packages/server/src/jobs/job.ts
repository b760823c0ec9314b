import { hourMs } from '@gatehouse/contract/duration.ts';
import type { JobName } from '@gatehouse/contract/jobs.ts';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Write } from '../database/database.ts';
import type { JsonObject } from '../database/row-types.ts';
import type { Tables } from '../database/tables.ts';

export type JobRow = Selectable<Tables['jobs']>;

/** A kind of work: what it needs to know, how often it is tried, and what it does. */
export type Job<Data = unknown> = {
  name: JobName;
  data: z.ZodType<Data>;
  /** The number of concurrent jobs in one process, and in one lane. */
  width: number;
  laneWidth?: number;
  /** Tries that ended by an error or with the process; then it has failed. */
  maximumAttempts: number;
  /** The longest wait after a try that ended by an error, if it is not an hour. */
  longestWaitMs?: number;
  /** Kept for a while after its end, for people to see what became of it. Others are gone when they are done. */
  isKept: boolean;
  run(job: RunningJob<Data>): Promise<Outcome | undefined>;
};

export type RunningJob<Data> = {
  id: number;
  tenantId: string;
  data: Data;
  /** The user or application that began it, and when: epoch milliseconds. */
  author: JobRow['origin']['actor'] & { beganAt: number; secretCreatedAt: number | undefined };
  /** 1 is the first. */
  attempt: number;
  /** The progress returned by the last step. */
  progress: JsonObject;
  /** The process is about to stop: end after this step, and the next process continues. */
  signal: AbortSignal;
  /** One step, in one transaction with its progress. Throws if the job was canceled or another process has it. */
  advance(step: (tx: Write) => Promise<JsonObject>): Promise<void>;
};

/** The result of a run that is not simply done. Its writes happen in the same transaction. */
export type Outcome = {
  /** Again at this time: epoch milliseconds. */
  againAt?: number;
  /** Why it does not continue. */
  cancelledBecause?: string;
  write?(tx: Write): Promise<unknown>;
};

export const defineJob = <Data>(job: Job<Data>) => job;

/** The job no longer belongs to this process. */
export class JobLostError extends Error {
  override name = 'JobLostError';
}

const longestBackOffMs = hourMs;

/** Longer after each try up to a limit, and never for many at the same moment. */
export const backOffMs = (attempt: number, firstMs: number, longestMs = longestBackOffMs) => {
  const wait = Math.min(firstMs * 2 ** (attempt - 1), longestMs);
  return Math.round(wait / 2 + Math.random() * (wait / 2));
};
