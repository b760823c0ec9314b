import { sql } from 'kysely';
import type { Database, Write } from '../database/database.ts';
import type { JobState } from '../database/job-tables.ts';
import { sealOrigin } from '../database/people/seal-change.ts';
import type { JsonObject } from '../database/row-types.ts';
import type { Origin } from '../database/tables.ts';
import { type Job, JobLostError, type JobRow } from './job.ts';

type Work<Data> = { data: Data; dueAt: number; lane?: string; orderKey?: string };

/** Puts work into the queue, in the transaction that wants it: it is done if and only if that is committed. */
export const enqueue = async <Data>(
  tx: Write,
  job: Pick<Job<Data>, 'name'>,
  { origin, ...work }: Work<Data> & { origin: Origin },
) => (await enqueueAll(tx, job, [work], origin))[0]!;

/** The same for any amount of work, in one statement. */
export const enqueueAll = async <Data>(
  tx: Write,
  job: Pick<Job<Data>, 'name'>,
  works: readonly Work<Data>[],
  given: Origin,
) => {
  if (works.length === 0) return [];
  const { kind, id } = given.actor;
  const origin = kind === 'user' ? sealOrigin(await tx.sealer({ subjects: [id] }), id, given) : given;
  return tx.db
    .insertInto('jobs')
    .values(works.map(({ data, ...rest }) => ({ name: job.name, data: data as JsonObject, origin, ...rest })))
    .returningAll()
    .execute();
};

/**
 * A process renews its claim on a job while it runs. Without renewal for this long it counts as dead, and the next
 * process takes the job.
 */
export const leaseMs = 10_000;

/** Takes what is due. With a key, only what nothing older with the same key stands before. */
export const claim = (
  database: Database,
  name: string,
  { limit, fullLanes, now }: { limit: number; fullLanes: string[]; now: number },
) =>
  database.system(async db => {
    const { rows } = await sql<JobRow>`
      update jobs set state = 'running', attempts = attempts + 1, leased_until = ${new Date(now + leaseMs)}
      where (tenant_id, id) in (
        select due.tenant_id, due.id from jobs due
        where due.name = ${name} and due.finished_at is null and due.due_at <= ${new Date(now)}
          and (due.leased_until is null or due.leased_until <= ${new Date(now)})
          and (due.lane is null or due.lane <> all(${fullLanes}::text[]))
          and (due.order_key is null or not exists (
            select from jobs older
            where older.tenant_id = due.tenant_id and older.order_key = due.order_key
              and older.id < due.id and older.finished_at is null))
        order by due.due_at, due.id limit ${limit}
        for update skip locked)
      returning *`.execute(db);
    return rows;
  });

type Patch = {
  state?: JobState;
  leasedUntil?: number | null;
  dueAt?: number;
  progress?: JsonObject;
  error?: string | null;
  finishedAt?: number;
};

/** Stores the progress, unless another process has taken the job or it was canceled. */
export const note = async (tx: Write, row: JobRow, patch: Patch) => {
  const { numUpdatedRows } = await tx.db
    .updateTable('jobs')
    .set(patch)
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new JobLostError(`The job ${row.id} is somebody else's.`);
};

export const remove = async (tx: Write, row: JobRow) => {
  const { numDeletedRows } = await tx.db
    .deleteFrom('jobs')
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new JobLostError(`The job ${row.id} is somebody else's.`);
};

/** Says that these are still being worked on. One that is just being settled needs no word. */
export const renewLeases = (database: Database, rows: readonly JobRow[], now: number) =>
  database.system(async db => {
    const [ids, attempts] = [rows.map(({ id }) => id), rows.map(row => row.attempts)];
    await sql`
      update jobs set leased_until = ${new Date(now + leaseMs)} where (tenant_id, id) in (
        select jobs.tenant_id, jobs.id
        from jobs join unnest(${ids}::bigint[], ${attempts}::int[]) mine (id, attempts) using (id, attempts)
        where state = 'running' for update of jobs skip locked)`.execute(db);
  });

/** The embedded database has one process: what runs when it opens was left behind by one that died. */
export const freeOrphans = (database: Database) =>
  database.system(db =>
    db.updateTable('jobs').set({ leasedUntil: null }).where('finishedAt', 'is', null).execute(),
  );

/** Finds the jobs that are due, and whether events wait to become jobs. */
export const listDue = (database: Database, names: readonly string[], now: number) =>
  database.system(async db => {
    const at = new Date(now);
    const { rows } = await sql<{ name: string; hasEvents: boolean }>`
      select name, exists (select from events where dispatched_at is null) as "hasEvents"
      from unnest(${[...names, '']}::text[]) name
      where name = '' or exists (
        select from jobs where jobs.name = name.name and finished_at is null and due_at <= ${at}
          and (leased_until is null or leased_until <= ${at}))`.execute(db);
    return { due: new Set(rows.map(({ name }) => name)), hasEvents: rows.some(row => row.hasEvents) };
  });

/** For metrics. */
export const countJobs = (database: Database) =>
  database.system(db =>
    db
      .selectFrom('jobs')
      .select(({ fn }) => ['name', 'state', fn.countAll<number>().as('count')])
      .where('finishedAt', 'is', null)
      .groupBy(['name', 'state'])
      .execute(),
  );
