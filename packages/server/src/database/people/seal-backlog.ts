import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { noteRewrite } from '../embedded/rewrites.ts';
import type { Tables } from '../tables.ts';
import type { Sealer } from './person-keys.ts';
import { type Owner, personOfDelivery } from './personal-columns.ts';
import { sealLog } from './seal-log.ts';
import { sealedSubject } from './sealed-values.ts';

/** Small enough that its locks are short. */
const batchSize = 200;

type Payload = Record<string, unknown>;
type SealerFor = (owners: readonly Owner[]) => Promise<Sealer>;
type Batch = { db: Kysely<Tables>; tenantId: string; sealerFor: SealerFor };

/** Selects the rows that wait and processes a batch of one tenant. Returns the number of rows processed. */
type Backlog = { table: string; waits: RawBuilder<unknown>; run(batch: Batch): Promise<number> };

/**
 * Seals what earlier versions have written in the clear: log entries, deliveries and job results. A batch is one transaction
 * that marks its rows, so a run that was killed continues where it was; rows that another process works on are left out.
 * Changes are sealed by the linker.
 */
export const sealBacklog = async (database: Database, strip: (recipient: string) => string) => {
  for (const { table, waits, run } of [logs, jobResults, messages(strip)]) {
    const next = (after: string) => nextTenant(database, table, waits, after);
    for (let tenantId = await next(''); tenantId !== undefined; tenantId = await next(tenantId))
      while ((await runBatch(database, tenantId, run)) === batchSize);
  }
};

const nextTenant = async (database: Database, table: string, waits: RawBuilder<unknown>, after: string) => {
  const { rows } = await database.system(db =>
    sql<{ tenantId: string }>`
      select tenant_id as "tenantId" from ${sql.table(table)} where ${waits} and tenant_id > ${after}
      order by tenant_id limit 1`.execute(db),
  );
  return rows[0]?.tenantId;
};

const runBatch = async ({ system, people }: Database, tenantId: string, run: Backlog['run']) => {
  const keepers: Array<() => void> = [];
  const count = await system(db => {
    const sealerFor: SealerFor = async owners => {
      const subjects = owners.flatMap(owner => ('userId' in owner ? owner.userId : []));
      const identifiers = owners.flatMap(owner => ('identifier' in owner ? owner.identifier : []));
      const sealer = await people.sealer(db, tenantId, { subjects, identifiers });
      keepers.push(sealer.keep);
      return sealer;
    };
    return run({ db, tenantId, sealerFor });
  });
  for (const keep of keepers) keep();
  return count;
};

const subjectOf = (sealer: Sealer, owner: Owner | undefined) => {
  if (!owner) return undefined;
  return 'userId' in owner ? owner.userId : sealer.identifierSubject(owner.identifier);
};

const personOfLog = (payload: Payload): Owner | undefined => {
  if ('sealed' in payload) return undefined;
  if (typeof payload.userId === 'string') return { userId: payload.userId };
  return personOfDelivery((payload.hookRequest as { body?: object } | undefined)?.body);
};

const logs: Backlog = {
  table: 'logs',
  waits: sql`is_sealed is null`,
  async run({ db, tenantId, sealerFor }) {
    const { rows } = await sql<{ id: string; payload: Payload }>`
      select id, payload from logs where tenant_id = ${tenantId} and is_sealed is null
      order by position limit ${batchSize} for update skip locked`.execute(db);
    const found = rows.map(row => ({ ...row, owner: personOfLog(row.payload) }));
    const readable = found.filter(({ owner }) => owner);
    const sealer = await sealerFor(readable.flatMap(({ owner }) => owner ?? []));
    const sealed = readable.map(({ id, owner, payload }) => ({
      id,
      payload: sealLog(sealer, subjectOf(sealer, owner), payload),
    }));
    await sql`
      update logs set is_sealed = true, payload = coalesce(told.payload, logs.payload)
      from unnest(${rows.map(({ id }) => id)}::text[]) looked (id)
        left join jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as told (id text, payload jsonb) using (id)
      where logs.tenant_id = ${tenantId} and logs.id = looked.id`.execute(db);
    if (sealed.length) await noteRewrite(db, tenantId, 'logs');
    return rows.length;
  },
};

type Result = {
  jobId: number;
  rowNumber: number;
  subject: string;
  userId: string | null;
  message: string | null;
};

const jobResults: Backlog = {
  table: 'job_results',
  waits: sql`is_sealed is null`,
  async run({ db, tenantId, sealerFor }) {
    const { rows } = await sql<Result>`
      select job_id as "jobId", row_number as "rowNumber", subject, user_id as "userId", message from job_results
      where tenant_id = ${tenantId} and is_sealed is null
      order by job_id, row_number limit ${batchSize} for update skip locked`.execute(db);
    const ownerOf = ({ userId, subject }: Result): Owner | undefined => {
      if (sealedSubject(subject)) return undefined;
      if (userId !== null) return { userId };
      return subject === '' ? undefined : { identifier: subject };
    };
    const sealer = await sealerFor(rows.flatMap(row => ownerOf(row) ?? []));
    const told = rows.map(row => {
      const person = subjectOf(sealer, ownerOf(row));
      const sealed = (text: string) => (person === undefined ? text : (sealer.seal(person, text) ?? ''));
      const { jobId: job_id, rowNumber: row_number } = row;
      return {
        job_id,
        row_number,
        subject: sealed(row.subject),
        message: row.message === null ? null : sealed(row.message),
      };
    });
    await sql`
      update job_results set is_sealed = true, subject = told.subject, message = told.message
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
        as told (job_id bigint, row_number int, subject text, message text)
      where job_results.tenant_id = ${tenantId} and job_results.job_id = told.job_id
        and job_results.row_number = told.row_number`.execute(db);
    if (rows.some(ownerOf)) await noteRewrite(db, tenantId, 'job_results');
    return rows.length;
  },
};

/** Of messages that were sent only a mark of the recipient is kept. */
const messages = (strip: (recipient: string) => string): Backlog => {
  const waits = sql`sent_at is not null and recipient not like 'mark.%'`;
  return {
    table: 'messages',
    waits,
    async run({ db, tenantId }) {
      const { rows } = await sql<{ id: number; recipient: string }>`
        select id, recipient from messages where tenant_id = ${tenantId} and ${waits}
        order by id limit ${batchSize} for update skip locked`.execute(db);
      const told = rows.map(({ id, recipient }) => ({ id, recipient: strip(recipient) }));
      await sql`
        update messages set recipient = told.recipient, payload = ''
        from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (id bigint, recipient text)
        where messages.tenant_id = ${tenantId} and messages.id = told.id`.execute(db);
      return rows.length;
    },
  };
};
