import { generateId } from '@gatehouse/contract/ids.ts';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database/database.ts';
import { sealLog } from '../database/people/seal-log.ts';
import type { Tables } from '../database/tables.ts';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import type { Logger } from '../log.ts';
import type { AuditEntry } from './audit-entry.ts';
import { createRefusals } from './refusals.ts';

export type AuditLog = Pick<ReturnType<typeof createRefusals>, 'refuse' | 'count'> & {
  append(tenantId: string, entry: AuditEntry): void;
  /** Writes what is waiting; resolves when it is in the database. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const batchSize = 500;
const maxWaiting = 50_000;
type StampedEntry = AuditEntry & { id: string; createdAt: number };

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
  entries: StampedEntry[],
) => {
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

/**
 * Audit entries wait in memory and are written in batches off the request path: a token request must not wait for the
 * database to note that it happened. At most one interval of entries is lost if the process is killed; while the database is
 * away they wait.
 */
export const createAuditLog = (database: Database, logger: Logger, intervalMs = 1000): AuditLog => {
  const waiting = new Map<string, StampedEntry[]>();
  let count = 0;
  let refusedCount = 0;
  let flushing: Promise<void> | undefined;

  const append = (tenantId: string, entry: AuditEntry) => {
    if (count >= maxWaiting) {
      refusedCount += 1;
      return;
    }
    count += 1;
    const entries = waiting.get(tenantId) ?? [];
    entries.push({ ...entry, id: generateId(), createdAt: Date.now() });
    waiting.set(tenantId, entries);
  };
  const refusals = createRefusals(append);

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
          await database.tenant(tenantId).send(db => insertEntries(database, db, tenantId, rows));
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
    append,
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
