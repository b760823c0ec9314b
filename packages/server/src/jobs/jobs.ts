import type { Job, JobRow } from './job.ts';
import { createLooking } from './looking.ts';
import { type JobDependencies, perform } from './perform.ts';
import { claim, countJobs, freeOrphans, leaseMs, listDue, renewLeases } from './queue.ts';
import { createSchedules, type Schedule } from './schedules.ts';

export type Jobs = Awaited<ReturnType<typeof startJobs>>;

type Work = {
  jobs: readonly Job[];
  schedules: readonly Schedule[];
  /** Turns events into jobs of one name, some at a time; gives how many events it took. */
  events?: { becomeJobs: string; dispatch(): Promise<number> };
};

const pollMs = 1000;
const renewalMs = leaseMs / 4;

/**
 * Does what is in the queue: each job by one process, at least once, again when it fails. Any number of processes can
 * work on one queue. A process looks every second, and at once when it has queued something itself.
 */
export const startJobs = async (dependencies: JobDependencies, work: Work) => {
  const { database, logger, metrics } = dependencies;
  const tell = (message: string) => (error: unknown) => logger.error({ err: error }, message);
  const stopping = new AbortController();
  const timetable = createSchedules(database, logger, work.schedules);
  await timetable.register();
  if (database.kind === 'embedded') await freeOrphans(database);
  metrics.watchJobs(() => countJobs(database));

  // A job that ends makes room for the next.
  const runner = createRunner(dependencies, work, { signal: stopping.signal, onEnd: () => lookSoon() });
  const { look, lookSoon, end } = createLooking({
    takeDue: runner.takeDue,
    signal: stopping.signal,
    fail: tell('the queue of jobs could not be read'),
  });

  const timer = setInterval(() => {
    void look();
    timetable.runDue().catch(tell('the schedules could not be read'));
  }, pollMs).unref();
  const renewal = setInterval(() => {
    runner.renewLeases().catch(tell('jobs that run could not be kept'));
  }, renewalMs).unref();
  const stopHearing = database.onEvents(lookSoon);

  return {
    /** Something was queued: begins it now. */
    look: () => void look(),
    /** Does everything that is due, and what comes of it: until nothing ran, and a look found nothing to begin. */
    async runDue() {
      let isOver = false;
      while (!isOver) {
        const before = runner.count();
        await look();
        await runner.settled();
        isOver = before.running === 0 && runner.count().begun === before.begun;
      }
    },
    runSchedule: timetable.runNow,
    /** Lists the schedules and the result of their last run. */
    listSchedules: timetable.list,
    /** Has a schedule run with the next look, by whichever process; false when there is none of that name. */
    hasten: timetable.hasten,
    async stop() {
      clearInterval(timer);
      stopHearing();
      stopping.abort();
      await end();
      await runner.settled();
      clearInterval(renewal);
    },
  };
};

/** Takes jobs from the queue and runs them, as many at a time as each kind allows. */
const createRunner = (
  dependencies: JobDependencies,
  { jobs, events }: Work,
  { signal, onEnd }: { signal: AbortSignal; onEnd(): void },
) => {
  const { database, logger, now } = dependencies;
  const running = new Map<Promise<void>, JobRow>();
  const names = jobs.map(({ name }) => name);
  const runningOf = (name: string) => [...running.values()].filter(entry => entry.name === name);

  const fullLanes = ({ name, laneWidth = Number.POSITIVE_INFINITY }: Job) => {
    const lanes = runningOf(name).flatMap(({ lane }) => lane ?? []);
    return [...new Set(lanes)].filter(lane => lanes.filter(other => other === lane).length >= laneWidth);
  };

  let begun = 0;
  const begin = (job: Job, row: JobRow) => {
    begun += 1;
    const run = perform(dependencies, job, row, signal).catch((error: unknown) =>
      logger.error({ err: error, job: row.name, jobId: row.id }, 'a job could not be settled'),
    );
    running.set(run, row);
    void run.finally(() => {
      running.delete(run);
      onEnd();
    });
  };

  return {
    /** Gives whether there may be more that could be taken. */
    async takeDue() {
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
    },
    /** Other processes leave alone what runs here. */
    renewLeases: async () => {
      if (running.size > 0) await renewLeases(database, [...running.values()], now());
    },
    settled: () => Promise.all(running.keys()),
    count: () => ({ running: running.size, begun }),
  };
};
