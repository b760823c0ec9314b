import type { Database } from '../database/database.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { backOffMs, type Job, JobLostError, type JobRow, type Outcome } from './job.ts';
import { leaseMs, note, remove } from './queue.ts';

export type JobDependencies = { database: Database; logger: Logger; metrics: Metrics; now(): number };

const firstRetryMs = 15_000;

/** Does one job, and writes down what became of it. */
export const perform = async (
  { database, logger, metrics, now }: JobDependencies,
  job: Job,
  row: JobRow,
  signal: AbortSignal,
) => {
  const tenant = database.tenant(row.tenantId);
  const startedAt = performance.now();
  const isLast = row.attempts >= job.maximumAttempts;

  const settle = (outcome: Outcome) =>
    tenant.write(row.origin, async tx => {
      await outcome.write?.(tx);
      if (outcome.againAt !== undefined)
        return note(tx, row, { state: 'waiting', leasedUntil: null, dueAt: outcome.againAt });
      if (!job.isKept) return remove(tx, row);
      const error = outcome.cancelledBecause ?? null;
      const state = error === null ? 'done' : 'cancelled';
      return note(tx, row, { state, leasedUntil: null, finishedAt: now(), error });
    });

  const fail = (error: unknown) =>
    tenant.write(row.origin, tx =>
      note(tx, row, {
        leasedUntil: null,
        error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
        ...(isLast
          ? { state: 'failed', finishedAt: now() }
          : { state: 'waiting', dueAt: now() + backOffMs(row.attempts, firstRetryMs, job.longestWaitMs) }),
      }),
    );

  try {
    if (row.attempts > job.maximumAttempts)
      throw new Error('It was begun too often without coming to an end.');
    const outcome = await job.run({
      id: row.id,
      tenantId: row.tenantId,
      data: job.data.parse(row.data),
      author: {
        ...row.origin.actor,
        beganAt: row.createdAt,
        secretCreatedAt: row.origin.secretCreatedAt,
      },
      attempt: row.attempts,
      progress: row.progress,
      signal,
      advance: step =>
        tenant.write(row.origin, async tx => {
          const progress = await step(tx);
          await note(tx, row, { progress, leasedUntil: now() + leaseMs });
        }),
    });
    await settle(outcome ?? {});
    metrics.observeJob(row.name, 'success', performance.now() - startedAt);
  } catch (error) {
    if (error instanceof JobLostError) return;
    metrics.observeJob(row.name, 'error', performance.now() - startedAt);
    logger.warn({ err: error, job: row.name, jobId: row.id, tenantId: row.tenantId }, 'a job failed');
    await fail(error).catch((reason: unknown) => {
      if (!(reason instanceof JobLostError)) throw reason;
    });
  }
};
