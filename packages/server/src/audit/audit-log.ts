import { generateId } from '@gatehouse/contract/ids.ts';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database/database.ts';
import { sealLog } from '../database/people/seal-log.ts';
import type { Tables } from '../database/tables.ts';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import type { Logger } from '../log.ts';
import type { AuditEntry, SignInDecision } from './audit-entry.ts';
import { createBudget } from './budget.ts';
import { createRefusals } from './refusals.ts';

export type AuditLog = Pick<ReturnType<typeof createRefusals>, 'refuse' | 'count'> & {
  append(tenantId: string, entry: AuditEntry): void;
  /**
   * Keeps what the rules knew when they decided about a step of a sign-in, for as many steps as a sign-in can have. Those
   * that a stranger can cause are limited by the network address, too.
   */
  keep(tenantId: string, decision: SignInDecision, strangerIp?: string): void;
  /** Writes what is waiting; resolves when it is in the database. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const batchSize = 500;
const maxWaiting = 50_000;
type Stamped<T> = T & { id: string; createdAt: number };
type Waiting = Stamped<AuditEntry | SignInDecision>;

/** Strangers send what PostgreSQL keeps in no text: it would refuse the entries of others along with theirs. */
const writable = (text: string) =>
  text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '');

const writableOnly = (_: string, value: unknown) => (typeof value === 'string' ? writable(value) : value);

/** PostgreSQL's class of errors about values (SQLSTATE 22). */
const isAboutValue = (error: unknown) => error instanceof pg.DatabaseError && !!error.code?.startsWith('22');

/**
 * One parameter for the whole batch: thousands of them would cost more than the rows. A batch whose answer was lost comes
 * again, and may be there already.
 */
const insertEntries = async (
  { people }: Database,
  db: Kysely<Tables>,
  tenantId: string,
  entries: Stamped<AuditEntry>[],
) => {
  if (entries.length === 0) return;
  const subjects = entries.flatMap(({ payload }) => (payload.userId ? [writable(payload.userId)] : []));
  const sealer = await people.sealer(db, tenantId, { subjects });
  sealer.keep();
  const rows = entries.map(({ id, createdAt, key, payload }) => ({
    id,
    key,
    payload: sealLog(sealer, payload.userId, { key, ...payload }),
    at: createdAt,
  }));
  await sql`
    insert into logs (id, key, payload, created_at, is_sealed, sign_in_id)
    select id, key, payload, to_timestamp(at / 1000), true,
      coalesce(payload ->> 'signInId', payload ->> 'sessionId')
    from jsonb_to_recordset(${JSON.stringify(rows, writableOnly)}::jsonb)
      as entry (id text, key text, payload jsonb, at double precision)
    on conflict do nothing`.execute(db);
};

const insertDecisions = async (db: Kysely<Tables>, decisions: Stamped<SignInDecision>[]) => {
  if (decisions.length === 0) return;
  await sql`
    insert into sign_in_facts (id, sign_in_id, stage, user_id, application_id, rule, code, facts, created_at)
    select id, left("signInId", 64), stage, "userId", "applicationId", rule, code, facts,
      to_timestamp("createdAt" / 1000)
    from jsonb_to_recordset(${JSON.stringify(decisions, writableOnly)}::jsonb) as decision (
      id text, "signInId" text, stage text, "userId" text, "applicationId" text, rule text, code text, facts jsonb,
      "createdAt" double precision)
    on conflict do nothing`.execute(db);
};

const isDecision = (row: Waiting): row is Stamped<SignInDecision> => 'facts' in row;

const insertAll = async (database: Database, db: Kysely<Tables>, tenantId: string, rows: Waiting[]) => {
  await insertDecisions(db, rows.filter(isDecision));
  const entries = rows.filter(row => !isDecision(row)) as Stamped<AuditEntry>[];
  await insertEntries(database, db, tenantId, entries);
};

/**
 * Audit entries wait in memory and are written in batches off the request path: a token request must not wait for the
 * database to note that it happened. At most one interval of entries is lost if the process is killed; while the database is
 * away they wait.
 */
export const createAuditLog = (database: Database, logger: Logger, intervalMs = 1000): AuditLog => {
  const waiting = new Map<string, Waiting[]>();
  let count = 0;
  let refusedCount = 0;
  let flushing: Promise<void> | undefined;

  const wait = (tenantId: string, row: AuditEntry | SignInDecision) => {
    if (count >= maxWaiting) {
      refusedCount += 1;
      return;
    }
    count += 1;
    const entries = waiting.get(tenantId) ?? [];
    entries.push({ ...row, id: generateId(), createdAt: Date.now() });
    waiting.set(tenantId, entries);
  };
  const refusals = createRefusals(wait);
  const steps = createBudget();

  const writeAll = async () => {
    if (refusedCount) logger.error({ rows: refusedCount }, 'audit entries lost');
    refusedCount = 0;
    for (const [tenantId, entries] of [...waiting]) {
      waiting.delete(tenantId);
      let alone = 0;
      while (entries.length) {
        const rows = entries.slice(0, alone > 0 ? 1 : batchSize);
        alone -= 1;
        try {
          await database.tenant(tenantId).send(db => insertAll(database, db, tenantId, rows));
        } catch (error) {
          if (error instanceof DatabaseUnavailableError) {
            waiting.set(tenantId, [...entries, ...(waiting.get(tenantId) ?? [])]);
            logger.warn({ message: error.message, rows: count }, 'audit entries wait for the database');
            return;
          }
          // One of them is to blame: each is written alone, and the others are kept.
          if (rows.length > 1 && isAboutValue(error)) {
            alone = rows.length;
            continue;
          }
          logger.error({ err: error, tenantId, rows: rows.length }, 'audit entries lost');
        }
        entries.splice(0, rows.length);
        count -= rows.length;
      }
    }
  };
  const flush = () => {
    flushing ??= writeAll().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };
  /** A batch that is under way does not have what was appended after it began. */
  const flushAll = async () => {
    refusals.addUp(true);
    await flushing;
    await flush();
  };
  const timer = setInterval(() => {
    refusals.addUp();
    void flush();
  }, intervalMs).unref();

  return {
    append: wait,
    keep(tenantId, decision, strangerIp) {
      if (strangerIp !== undefined && !steps.takesOne(tenantId, strangerIp)) return;
      if (steps.takesStep(decision.signInId)) wait(tenantId, decision);
    },
    refuse: refusals.refuse,
    count: refusals.count,
    flush: flushAll,
    async close() {
      clearInterval(timer);
      await flushAll();
      if (count) logger.error({ rows: count }, 'audit entries lost');
    },
  };
};
