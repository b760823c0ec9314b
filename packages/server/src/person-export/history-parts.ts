import type { AuditKey } from '@gatehouse/contract/audit.ts';
import type { LogPayload } from '@gatehouse/contract/logs.ts';
import { type SqlBool, sql } from 'kysely';
import { readLogs } from '../audit/export-logs.ts';
import { personOfDelivery } from '../database/people/personal-columns.ts';
import { sealedSubject } from '../database/people/sealed-values.ts';
import { clientOf } from './client-of.ts';
import { atOnce, batchSize, inBatches, type PartReader, timeOf } from './source.ts';

/** The number of rows to scan per statement in tables that have no index by user. */
const windowSize = 2000;

/** Others can cause these too, and earlier versions did not note who it was. */
const namesActor: ReadonlySet<string> = new Set<AuditKey>(['RevokeGrants', 'ExchangeTokenBy.TokenExchange']);

const actorOf = ({ key, actor, userId }: LogPayload) => {
  if (typeof actor === 'object' && actor !== null && 'id' in actor) return String(actor.id);
  return namesActor.has(key) ? undefined : userId;
};

const auditLog: PartReader = async function* ({ tenant, user }) {
  for await (const { id, key, createdAt, payload } of readLogs(tenant, { userId: user.id })) {
    const {
      key: _,
      userId: __,
      userAgentParsed: ___,
      result,
      ip,
      userAgent,
      applicationId,
      ...details
    } = payload;
    yield {
      id,
      kind: key,
      status: result,
      createdAt: timeOf(createdAt),
      ...clientOf(user.id, actorOf(payload), { ip, userAgent }),
      application: applicationId ?? null,
      details,
    };
  }
};

const events: PartReader = async function* (source) {
  const { tenant, user } = source;
  const isTheirs = sql<SqlBool>`(data ->> 'userId' = ${user.id} or (event like 'User.%' and data ->> 'id' = ${user.id}))`;
  const rows = inBatches(source, async (db, last: { id: number } | undefined) => {
    const found = await db
      .selectFrom('events')
      .select(['id', 'event', 'data', 'createdAt'])
      .where(isTheirs)
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    return (await tenant.database.open(db, found)).map(({ value }) => value);
  });
  for await (const { id, event, data, createdAt } of rows)
    yield { id: String(id), kind: event, createdAt: timeOf(createdAt), details: data };
};

type Delivery = {
  hookId?: string;
  result?: string;
  attempt?: number;
  hookRequest?: { body?: Record<string, unknown> };
  sealed?: string;
};

/** Webhook deliveries about the user. */
const deliveries: PartReader = async function* ({ tenant, user }) {
  let last = 0;
  for (;;) {
    const { end, found } = await tenant.database.read(async db => {
      const rows = await sql<{
        id: string;
        key: string;
        payload: Delivery;
        createdAt: number;
        place: number;
      }>`
        select id, key, created_at, position as place, case when isTheirs then payload end as payload from (
          select id, key, payload, created_at, position, key like 'TriggerHook.%' and (
            payload ->> 'sealed' like ${`sealed.1.${user.id}.`} || '%'
            or (not payload ? 'sealed' and position(${user.id} in payload::text) > 0)) as isTheirs
          from logs where position > ${last} order by position limit ${windowSize}) looked
        order by place`.execute(db);
      const theirs = rows.rows.filter(({ payload }) => payload !== null && isAbout(payload, user.id));
      const opened = await tenant.database.open(db, theirs);
      return {
        end: rows.rows.length === windowSize ? rows.rows.at(-1)?.place : undefined,
        found: opened.map(({ value }) => value),
      };
    });
    for (const { id, key, payload, createdAt } of found) {
      const { hookId = null, result = null, attempt = null, hookRequest } = payload;
      // The IP address in a body belongs to the author of the change.
      const { ip: _, userAgent: __, ...body } = hookRequest?.body ?? {};
      yield {
        id,
        kind: key,
        status: result,
        createdAt: timeOf(Number(createdAt)),
        details: { hookId, attempt, body },
      };
    }
    if (end === undefined) return;
    last = Number(end);
  }
};

const isAbout = ({ sealed, hookRequest }: Delivery, userId: string) => {
  const person = sealed === undefined ? personOfDelivery(hookRequest?.body) : undefined;
  return sealedSubject(sealed) === userId || (person && 'userId' in person && person.userId === userId);
};

/** Results of background jobs for the user, and the jobs that the user started. */
const jobs: PartReader = async function* (source) {
  const { tenant, user } = source;
  const results = inBatches(source, async (db, last: { jobId: number; rowNumber: number } | undefined) => {
    const found = await db
      .selectFrom('jobResults')
      .innerJoin('jobs', 'jobs.id', 'jobResults.jobId')
      .select(['jobId', 'rowNumber', 'subject', 'outcome', 'message', 'jobs.name', 'jobs.createdAt'])
      .where('userId', '=', user.id)
      .$if(last !== undefined, query =>
        query.where(sql<boolean>`(job_id, row_number) > (${last?.jobId}, ${last?.rowNumber})`),
      )
      .orderBy('jobId')
      .orderBy('rowNumber')
      .limit(batchSize)
      .execute();
    return (await tenant.database.open(db, found)).map(({ value }) => value);
  });
  for await (const { jobId, name, outcome, createdAt, subject, message } of results)
    yield {
      id: String(jobId),
      kind: name,
      status: outcome,
      createdAt: timeOf(createdAt),
      details: { subject, message },
    };
  const begun = inBatches(source, (db, last: { id: number } | undefined) =>
    db
      .selectFrom('jobs')
      .select(['id', 'name', 'state', 'createdAt', 'finishedAt'])
      .where(sql<boolean>`origin -> 'actor' ->> 'id' = ${user.id}`)
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  );
  for await (const { id, name, state, createdAt, finishedAt } of begun)
    yield {
      id: String(id),
      kind: name,
      status: state,
      createdAt: timeOf(createdAt),
      details: { begunByPerson: true, finishedAt: timeOf(finishedAt) },
    };
};

const checkouts = atOnce(async (db, { user }) => {
  const rows = await db
    .selectFrom('checkoutSessions')
    .select(['id', 'skuId', 'payingTenantId', 'status', 'createdAt'])
    .where('userId', '=', user.id)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ id, skuId, payingTenantId, status, createdAt }) => ({
    id,
    kind: skuId,
    status,
    createdAt: timeOf(createdAt),
    details: { tenantId: payingTenantId },
  }));
});

export const historyParts = { auditLog, events, deliveries, jobs, checkouts };
