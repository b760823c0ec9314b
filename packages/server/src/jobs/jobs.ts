import type { Database } from '../database/database.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { backOffMs, type Job, JobLostError, type JobRow, type Outcome } from './job.ts';
import { claim, countJobs, freeOrphans, leaseMs, listDue, note, remove, renewLeases } from './queue.ts';
import { createSchedules, type Schedule } from './schedules.ts';

export type Jobs = Awaited<ReturnType<typeof startJobs>>;

type Dependencies = { database: Database; logger: Logger; metrics: Metrics; now(): number };

type Work = {
  jobs: readonly Job[];
  schedules: readonly Schedule[];
  /** Turns events into jobs of one name, some at a time; gives how many events it took. */
  events?: { becomeJobs: string; dispatch(): Promise<number> };
};

const pollMs = 1000;
/** What comes in quick succession is looked at together. */
const gatherMs = 20;
const renewalMs = leaseMs / 4;
const firstRetryMs = 15_000;

/**
 * Does what is in the queue: each job by one process, at least once, again when it fails. Any number of processes can
 * work on one queue. A process looks every second, and at once when it has queued something itself.
 */
export const startJobs = async (dependencies: Dependencies, { jobs, schedules, events }: Work) => {
  const { database, logger, metrics, now } = dependencies;
  const stopping = new AbortController();
  const running = new Map<Promise<void>, JobRow>();
  const timetable = createSchedules(database, logger, schedules);
  await timetable.register();
  if (database.kind === 'embedded') await freeOrphans(database);
  metrics.watchJobs(() => countJobs(database));

  const names = jobs.map(({ name }) => name);
  const runningOf = (name: string) => [...running.values()].filter(entry => entry.name === name);

  const fullLanes = ({ name, laneWidth = Number.POSITIVE_INFINITY }: Job) => {
    const lanes = runningOf(name).flatMap(({ lane }) => lane ?? []);
    return [...new Set(lanes)].filter(lane => lanes.filter(other => other === lane).length >= laneWidth);
  };

  let begunCount = 0;
  const begin = (job: Job, row: JobRow) => {
    begunCount += 1;
    const run = perform(dependencies, job, row, stopping.signal).catch((error: unknown) =>
      logger.error({ err: error, job: row.name, jobId: row.id }, 'a job could not be settled'),
    );
    running.set(run, row);
    // Whoever ends makes room for the next.
    void run.finally(() => {
      running.delete(run);
      lookSoon();
    });
  };

  /** Gives whether there may be more that could be taken. */
  const takeDue = async () => {
    const { due, hasEvents } = await listDue(database, names, now());
    const told = hasEvents && events ? await events.dispatch() : 0;
    let isMore = told > 0;
    for (const job of jobs) {
      const free = job.width - runningOf(job.name).length;
      const mayBeDue = due.has(job.name) || (told > 0 && job.name === events?.becomeJobs);
      if (free <= 0 || !mayBeDue) continue;
      const limit = Math.min(free, job.laneWidth ?? free);
      const rows = await claim(database, job.name, { limit, fullLanes: fullLanes(job), now: now() });
      for (const row of rows) begin(job, row);
      isMore ||= rows.length === limit;
    }
    return isMore;
  };

  let looking: Promise<void> | undefined;
  let lookAgain = false;
  const lookOnce = async () => {
    do {
      lookAgain = false;
      while (!stopping.signal.aborted && (await takeDue()));
    } while (lookAgain);
  };
  /** One look at a time; who asks during one gets another. */
  const look = () => {
    if (stopping.signal.aborted) return Promise.resolve();
    lookAgain = true;
    looking ??= lookOnce()
      .catch((error: unknown) => {
        lookAgain = false;
        logger.error({ err: error }, 'the queue of jobs could not be read');
      })
      .finally(() => {
        looking = undefined;
        // Who asked at the very end waits for theirs as well.
        if (lookAgain) return look();
      });
    return looking;
  };

  let soon: NodeJS.Timeout | undefined;
  const lookSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      void look();
    }, gatherMs);
  };

  const timer = setInterval(() => {
    void look();
    timetable
      .runDue()
      .catch((error: unknown) => logger.error({ err: error }, 'the schedules could not be read'));
  }, pollMs).unref();
  const renewal = setInterval(() => {
    if (running.size === 0) return;
    renewLeases(database, [...running.values()], now()).catch((error: unknown) =>
      logger.error({ err: error }, 'jobs that run could not be kept'),
    );
  }, renewalMs).unref();
  const stopHearing = database.onEvents(lookSoon);

  return {
    /** Something was queued: begins it now. */
    look: () => void look(),
    /** Does everything that is due, and what comes of it: until nothing ran, and a look found nothing to begin. */
    async runDue() {
      let isOver = false;
      while (!isOver) {
        const [wasRunning, begunBefore] = [running.size, begunCount];
        await look();
        await Promise.all(running.keys());
        isOver = wasRunning === 0 && begunCount === begunBefore;
      }
    },
    runSchedule: timetable.runNow,
    /** What is done again and again, and how it went the last time. */
    listSchedules: timetable.list,
    /** Has a schedule run with the next look, by whichever process; false when there is none of that name. */
    hasten: timetable.hasten,
    async stop() {
      clearInterval(timer);
      stopHearing();
      stopping.abort();
      clearTimeout(soon);
      await looking;
      await Promise.all(running.keys());
      clearInterval(renewal);
    },
  };
};

const perform = async (
  { database, logger, metrics, now }: Dependencies,
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
      return note(tx, row, { state: 'done', leasedUntil: null, finishedAt: now(), error: null });
    });

  const fail = (error: unknown) =>
    tenant.write(row.origin, tx =>
      note(tx, row, {
        leasedUntil: null,
        error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
        ...(isLast
          ? { state: 'failed', finishedAt: now() }
          : { state: 'waiting', dueAt: now() + backOffMs(row.attempts, firstRetryMs) }),
      }),
    );

  try {
    if (row.attempts > job.maximumAttempts)
      throw new Error('It was begun too often without coming to an end.');
    const outcome = await job.run({
      id: row.id,
      tenantId: row.tenantId,
      data: job.data.parse(row.data),
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
