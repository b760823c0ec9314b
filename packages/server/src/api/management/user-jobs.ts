import { dayMs } from '@gatehouse/contract/duration.ts';
import {
  type FileFormat,
  importLimits,
  type userJobs as rows,
  type UserJob,
  type UserJobResult,
} from '@gatehouse/contract/user-jobs.ts';
import type { User } from '@gatehouse/contract/users.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { fetchPage } from '../../domain/listing.ts';
import { systemOrigin } from '../../domain/origins.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { listUsers, readUsersAfter, splitFilter } from '../../domain/user-list.ts';
import { requireUserRoles } from '../../domain/user-roles.ts';
import { presentUser } from '../../domain/users.ts';
import { languageOf } from '../../http/errors.ts';
import { ownTransactions } from '../../http/implement.ts';
import { enqueue } from '../../jobs/queue.ts';
import { sendRecords } from '../../record-file.ts';
import { RequestError } from '../../request-error.ts';
import { receiveBytes } from '../../uploads/receive.ts';
import { keepImportFile, loadImportFile } from '../../user-jobs/import-file.ts';
import { progressOf } from '../../user-jobs/progress.ts';

const batchSize = 500;
const names: readonly string[] = ['users.import', 'users.bulk'];

/** Direct: files are long, and nothing is held while they are read or sent. */
export const userJobs = ownTransactions<typeof rows>({
  async uploadImport({ request, tenant, services }) {
    const bytes = await receiveBytes(request, importLimits.maximumBytes);
    const file = await keepImportFile(services, tenant.id, bytes);
    const origin = systemOrigin('users.import');
    const { forgetImport } = services.userJobs;
    const dueAt = services.now() + dayMs;
    await tenant.database.write(origin, tx =>
      enqueue(tx, forgetImport, { data: { fileId: file.fileId }, origin, dueAt }),
    );
    return file;
  },

  async startJob({ tenant, body, origin, caller, request, services }) {
    const language = languageOf(request.headers['accept-language']);
    const { importUsers, bulk } = services.userJobs;
    const dueAt = services.now();
    if (body.kind === 'import') await loadImportFile(services, tenant.id, body.fileId);
    // A search that the list would refuse is refused before anything begins.
    else if (body.filter) {
      const { filter } = body;
      await tenant.database.read(db => listUsers(db, splitFilter(filter).search, { size: 1, offset: 0 }));
    }
    const job = await tenant.database.write(origin, async tx => {
      if (body.kind === 'import')
        return enqueue(tx, importUsers, { data: { ...body, language }, origin, dueAt });
      if (body.kind === 'assign-roles') await requireUserRoles(tx.db, body.roleIds);
      const data = { ...body, language, callerId: caller.id, before: Date.now() };
      return enqueue(tx, bulk, { data, origin, dueAt });
    });
    services.jobs.look();
    return readJob(tenant, job.id);
  },

  listJobs: ({ tenant, query, page }) =>
    tenant.database.read(async db => {
      const found = await fetchPage(
        selectJobs(db)
          .$if(query.isActive === true, jobs => jobs.where('finishedAt', 'is', null))
          .$if(query.isActive === false, jobs => jobs.where('finishedAt', 'is not', null))
          .orderBy('id', 'desc'),
        page,
      );
      const opened = await tenant.database.open(db, found.items);
      return { ...found, items: opened.map(({ value }) => present(value)) };
    }),

  readJob: ({ tenant, params }) => readJob(tenant, params.id),

  async runImport({ tenant, params, origin, services }) {
    const { importUsers } = services.userJobs;
    const { name, data } = await tenant.database.read(db => findJob(db, params.id));
    const dry = name === importUsers.name ? importUsers.data.parse(data) : undefined;
    if (!dry?.isDryRun) throw new RequestError('user.job_no_dry_run');
    await loadImportFile(services, tenant.id, dry.fileId);
    const real = { data: { ...dry, isDryRun: false }, origin, dueAt: services.now() };
    const job = await tenant.database.write(origin, tx => enqueue(tx, importUsers, real));
    services.jobs.look();
    return readJob(tenant, job.id);
  },

  async cancelJob({ tenant, params, origin, services }) {
    await tenant.database.write(origin, async ({ db }) => {
      const { id } = await findJob(db, params.id);
      const job = await db
        .updateTable('jobs')
        .set({ state: 'cancelled', finishedAt: services.now(), leasedUntil: null })
        .where('id', '=', id)
        .where('finishedAt', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!job) throw new RequestError('user.job_finished');
    });
    return readJob(tenant, params.id);
  },

  async listJobResults({ tenant, params, query, page }) {
    return tenant.database.read(async db => {
      const { id } = await findJob(db, params.id);
      const found = await fetchPage(
        selectResults(db, id)
          .$if(query.outcome !== undefined, list => list.where('outcome', '=', query.outcome ?? ''))
          .orderBy('rowNumber'),
        page,
      );
      const opened = await tenant.database.open(db, found.items);
      return { ...found, items: opened.map(({ value }) => presentResult(value)) };
    });
  },

  async exportJobResults({ tenant, params, query, reply }) {
    const { id } = await tenant.database.read(db => findJob(db, params.id));
    return sendRecords({
      reply,
      name: `users-job-${id}`,
      format: query.format ?? 'csv',
      columns: resultColumns,
      items: readResults(tenant, id, query.outcome),
    });
  },

  async export({ tenant, query, reply }) {
    const { format = 'csv', ...filter } = query;
    const { search, conditions } = splitFilter(filter);
    const readAfter = (after: string) =>
      tenant.database.read(db => readUsersAfter(db, search, { after, limit: batchSize, conditions }));
    // A search that is refused is refused before the file begins.
    const first = await readAfter('');
    return sendRecords({
      reply,
      name: 'users',
      format: format as FileFormat,
      columns: userColumns,
      items: readUsers(first, readAfter),
    });
  },
});

type JobRow = Selectable<Tables['jobs']>;

const selectJobs = (db: Kysely<Tables>) => db.selectFrom('jobs').selectAll().where('name', 'in', names);

const findJob = async (db: Kysely<Tables>, id: string) => {
  const job = /^\d{1,15}$/.test(id)
    ? await selectJobs(db).where('id', '=', Number(id)).executeTakeFirst()
    : undefined;
  if (!job) throw new RequestError('entity.not_exists_with_id', { data: { name: 'job', id } });
  return job;
};

const readJob = (tenant: Tenant, id: string | number) =>
  tenant.database.read(async db => {
    const [job] = await tenant.database.open(db, [await findJob(db, String(id))]);
    return present(job!.value);
  });

const present = ({ id, data, progress, state, error, origin, createdAt, finishedAt }: JobRow): UserJob => {
  const { cursor: _, ...counts } = progressOf(progress);
  const { kind, isDryRun = false, fileName = null } = data as Partial<UserJob>;
  return {
    id: String(id),
    kind: kind ?? 'import',
    state,
    isDryRun,
    fileName,
    ...counts,
    error,
    createdBy: origin.actor.name ?? null,
    createdAt,
    finishedAt,
  };
};

type ResultRow = Omit<Selectable<Tables['jobResults']>, 'tenantId' | 'jobId' | 'isSealed'>;

const selectResults = (db: Kysely<Tables>, jobId: number) =>
  db
    .selectFrom('jobResults')
    .select(['rowNumber', 'subject', 'outcome', 'userId', 'message'])
    .where('jobId', '=', jobId);

/** Of a person who was erased the name is gone. */
const presentResult = ({ rowNumber, subject, ...result }: ResultRow) =>
  ({ id: String(rowNumber), row: rowNumber, ...result, subject: subject ?? '' }) as UserJobResult;

const resultColumns = {
  row: ({ row }: UserJobResult) => String(row),
  subject: ({ subject }: UserJobResult) => subject,
  outcome: ({ outcome }: UserJobResult) => outcome,
  userId: ({ userId }: UserJobResult) => userId ?? undefined,
  message: ({ message }: UserJobResult) => message ?? undefined,
};

async function* readResults(tenant: Tenant, jobId: number, outcome: string | undefined) {
  let batch: ResultRow[] = [];
  do {
    const after = batch.at(-1)?.rowNumber ?? 0;
    batch = await tenant.database.read(async db => {
      const rows = await selectResults(db, jobId)
        .where('rowNumber', '>', after)
        .$if(outcome !== undefined, list => list.where('outcome', '=', outcome ?? ''))
        .orderBy('rowNumber')
        .limit(batchSize)
        .execute();
      return (await tenant.database.open(db, rows)).map(({ value }) => value);
    });
    yield* batch.map(presentResult);
  } while (batch.length === batchSize);
}

type Batch = Awaited<ReturnType<typeof readUsersAfter>>;

async function* readUsers(first: Batch, readAfter: (id: string) => Promise<Batch>) {
  let batch = first;
  while (batch.length > 0) {
    yield* batch.map(presentUser);
    batch = batch.length < batchSize ? [] : await readAfter(batch.at(-1)?.id ?? '');
  }
}

const timeOf = (time: number | null) => (time === null ? undefined : new Date(time).toISOString());

const userColumns = {
  id: ({ id }: User) => id,
  username: ({ username }: User) => username ?? undefined,
  primaryEmail: ({ primaryEmail }: User) => primaryEmail ?? undefined,
  primaryPhone: ({ primaryPhone }: User) => primaryPhone ?? undefined,
  name: ({ name }: User) => name ?? undefined,
  avatar: ({ avatar }: User) => avatar ?? undefined,
  givenName: ({ profile }: User) => profile.givenName,
  familyName: ({ profile }: User) => profile.familyName,
  isSuspended: ({ isSuspended }: User) => String(isSuspended),
  hasPassword: ({ hasPassword }: User) => String(hasPassword),
  createdAt: ({ createdAt }: User) => timeOf(createdAt),
  lastSignInAt: ({ lastSignInAt }: User) => timeOf(lastSignInAt),
  customData: ({ customData }: User) => JSON.stringify(customData),
};
