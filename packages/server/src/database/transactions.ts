import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { asUnavailable, isCutOff } from './pool.ts';
import { type Statement, type StatementAhead, sendStatement } from './preceded-query.ts';
import { type createQueryBuilders, isOutdatedStatement } from './query-builder.ts';
import { type Replicas, readPosition } from './replicas.ts';
import type { Tables } from './tables.ts';
import { everyTenant, tenantRole } from './tenant-wall.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

type Work<T> = (db: Kysely<Tables>) => Promise<T>;
type Mode = 'read' | 'aside' | 'send' | 'write' | 'system';
type Transaction = { tenantId: string; mode: Mode; db: Kysely<Tables>; ended: boolean };

type Options = {
  queryBuilder: ReturnType<typeof createQueryBuilders>;
  /** False on a server where we could not create the tenants' role: then the forced policies bind the owner. */
  separateRole: boolean;
  /** What one session has parsed the next does not know: nothing is named then. */
  isPooled: boolean;
  /** Other servers that may do what reads much. */
  replicas?: Replicas | undefined;
};

/** Runs work in transactions that see one tenant, or, for the system's own work, all of them. */
export const createTransactions = (
  pool: Pool,
  { queryBuilder, separateRole, isPooled, replicas }: Options,
) => {
  const current = new AsyncLocalStorage<Transaction>();
  const enter = entrances(separateRole);
  let statementCount = 0;
  /** When those began that are not answered yet, the oldest first. */
  const unanswered = new Set<{ since: number }>();

  /** Waits for the database; when it cannot be asked any more, `lose` hears of it. */
  const waitFor = async <T>(answer: Promise<T>, lose?: () => void): Promise<T> => {
    const waiting = { since: performance.now() };
    unanswered.add(waiting);
    try {
      return await answer;
    } catch (error) {
      const unavailable = asUnavailable(error);
      if (unavailable) lose?.();
      throw unavailable ?? error;
    } finally {
      unanswered.delete(waiting);
    }
  };

  const send = (client: ClientBase, statement: Statement, ahead: StatementAhead[]) => {
    if (statement.values.length > maximumValues) throw new TooManyValuesError();
    statementCount += 1;
    const settings = statementSettings.getStore();
    const before = settings ? [...ahead, settings] : ahead;
    return isPooled || current.getStore()?.mode === 'aside'
      ? sendStatement(client, unnamed(statement), before.map(unnamed))
      : sendStatement(client, statement, before);
  };

  /** A server that lets us in no more, be it by a password or its rules, cannot be asked either. */
  const connect = (from: Pool) =>
    waitFor(from.connect()).catch(error => {
      throw error instanceof DatabaseUnavailableError ? error : new DatabaseUnavailableError(error);
    });

  const sendAlone = async (from: Pool, statement: Statement, ahead: StatementAhead[]) => {
    const client = await connect(from);
    let isBroken = false;
    try {
      return await waitFor(send(client, statement, ahead), () => {
        isBroken = true;
      });
    } finally {
      client.release(isBroken);
    }
  };

  const run = async <T>(transaction: Transaction, work: Work<T>): Promise<T> => {
    try {
      return await current.run(transaction, () => work(transaction.db));
    } finally {
      transaction.ended = true;
    }
  };

  /** The transaction that the caller is in, when a read may join it; any other must not begin inside it. */
  const joinable = (mode: Mode, tenantId: string) => {
    const outer = current.getStore();
    if (!outer || outer.ended) return undefined;
    // What is read inside may be kept in a cache: it comes from the primary.
    if (mode === 'read' && outer.mode === 'aside') return undefined;
    if (mode === 'read' && outer.tenantId === tenantId) return outer;
    throw nestedTransactionError(mode, tenantId, outer);
  };

  /** Each statement sees what is committed when it begins, in a transaction or not: so each can be one of its own. */
  const runApart = async <T>(mode: 'read' | 'send', tenantId: string, work: Work<T>): Promise<T> => {
    const outer = joinable(mode, tenantId);
    if (outer) return work(outer.db);
    const db = queryBuilder(statement => sendAlone(pool, statement, [enter[mode](tenantId)]));
    return run({ tenantId, mode, db, ended: false }, work);
  };

  const read = <T>(tenantId: string, work: Work<T>) =>
    runApart('read', tenantId, work).catch(error => {
      // Reading once more does no harm: on a statement named anew, or on another connection.
      const isWorthIt =
        isOutdatedStatement(error) || (error instanceof DatabaseUnavailableError && isCutOff(error));
      if (isWorthIt) return runApart('read', tenantId, work);
      throw error;
    });

  const isInside = () => current.getStore()?.ended === false;

  const readAside = <T>(tenantId: string, work: Work<T>) => {
    const here = () => read(tenantId, work);
    if (!replicas || isInside()) return here();
    return replicas.read(
      // A primary that cannot tell is asked for the rows themselves: that answer, or its error, is the one that counts.
      () => waitFor(readPosition(pool)).catch(() => undefined),
      (replica, unlessBehind) => {
        const ahead = [unlessBehind, enter.read(tenantId)];
        const db = queryBuilder(statement => sendAlone(replica, statement, ahead));
        return run({ tenantId, mode: 'aside', db, ended: false }, work);
      },
      here,
    );
  };

  const runTogether = async <T>(mode: 'write' | 'system', tenantId: string, work: Work<T>): Promise<T> => {
    joinable(mode, tenantId);
    const client = await connect(pool);
    let hasBegun = false;
    let isBroken = false;
    const lose = () => {
      isBroken = true;
    };
    const end = (word: 'commit' | 'rollback') => {
      statementCount += 1;
      return waitFor(client.query(word), lose);
    };
    const db = queryBuilder(statement => {
      const ahead = hasBegun ? [] : [begin, enter[mode](tenantId)];
      hasBegun = true;
      return waitFor(send(client, lasting(statement), ahead), lose);
    });
    try {
      const result = await run({ tenantId, mode, db, ended: false }, work);
      if (hasBegun && (await end('commit')).command !== 'COMMIT')
        throw new Error('A failed statement undid the transaction, but its error was not passed on.');
      return result;
    } catch (error) {
      if (hasBegun && !isBroken) await end('rollback').catch(lose);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };

  return {
    read,
    readAside,
    /** For what is kept longer than the work: on the connection that the caller has, unless that is a replica's. */
    readToKeep: <T>(tenantId: string, db: Kysely<Tables>, work: Work<T>) =>
      current.getStore()?.mode === 'aside' ? read(tenantId, work) : work(db),
    send: <T>(tenantId: string, work: Work<T>) => runApart('send', tenantId, work),
    write: <T>(tenantId: string, work: Work<T>) => runTogether('write', tenantId, work),
    system: <T>(work: Work<T>) => runTogether('system', everyTenant, work),
    /** So that a test can say "none". */
    statementsSent: () => statementCount,
    /** How long the oldest question has been waiting for its answer, in milliseconds. */
    longestWait: () => {
      const [oldest] = unanswered;
      return oldest ? performance.now() - oldest.since : 0;
    },
  };
};

/** The protocol counts values with 16 bits; more would break the connection off. */
const maximumValues = 65_535;

/** A request names more than fits into one statement. */
export class TooManyValuesError extends Error {}

const begin: StatementAhead = { name: 'begin', text: 'begin', values: [] };

const unnamed = <T extends Statement>(statement: T): T => ({ ...statement, name: undefined });

/**
 * A plan of "all columns" is of no more use when another process adds one, as in an upgrade. A read begins again then; a
 * write would be lost, and so plans such statements each time.
 */
const lasting = (statement: Statement) => (statement.text.includes('*') ? unnamed(statement) : statement);

/**
 * No statement of a request may outlive the request's own time limit of 20 seconds. Said anew in each transaction: poolers
 * take no settings at the beginning of a session.
 */
const timeLimits = [
  "set_config('statement_timeout', '20000', true)",
  "set_config('idle_in_transaction_session_timeout', '40000', true)",
];

/** What is said ahead of a statement: whose rows it may see, by which role, and whether it may change them. */
const entrances = (
  separateRole: boolean,
): Record<Exclude<Mode, 'aside'>, (tenantId: string) => StatementAhead> => {
  const entrance = (name: string, ...settings: string[]) => {
    const text = `select ${["set_config('app.tenant', $1, true)", ...timeLimits, ...settings].join(', ')}`;
    return (tenantId: string) => ({ name, text, values: [tenantId] });
  };
  const role = separateRole ? [`set_config('role', '${tenantRole}', true)`] : [];
  const toWrite = entrance('enter_to_write', ...role);
  return {
    read: entrance('enter_to_read', ...role, "set_config('transaction_read_only', 'on', true)"),
    send: toWrite,
    write: toWrite,
    system: entrance('enter_all'),
  };
};

const statementSettings = new AsyncLocalStorage<StatementAhead>();

/** A page of many rows is best read from an index, even where the whole table would fit into the memory. */
const listSettings = [
  "set_config('plan_cache_mode', 'force_custom_plan', true)",
  "set_config('random_page_cost', '1.1', true)",
  "set_config('work_mem', '16MB', true)",
].join(', ');

/** Runs work whose statements are planned for their own values: how far a page is from the beginning decides the plan. */
export const plannedForLists = <T>(work: () => Promise<T>) =>
  statementSettings.getStore()
    ? work()
    : statementSettings.run({ name: 'for_lists', text: `select ${listSettings}`, values: [] }, work);

/** The same, stopped when it takes too long: for searches, where a pattern decides how much work it is. */
export const withinTime = <T>(milliseconds: number, work: () => Promise<T>) =>
  statementSettings.run(
    {
      name: 'within_time',
      text: `select set_config('statement_timeout', $1, true), ${listSettings}`,
      values: [String(milliseconds)],
    },
    work,
  );

/**
 * Runs statements that count before they write: each waits, up to the end of its transaction, for those of other processes
 * with the same key, and sees what they have written. The lock travels with the statement and costs no round trip.
 */
export const oneAtATime = <T>(key: string, work: () => Promise<T>) =>
  statementSettings.run(
    { name: 'one_at_a_time', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [key] },
    work,
  );

/** The embedded database has one session: a second transaction inside a first would wait for itself for ever. */
const nestedTransactionError = (mode: Mode, tenantId: string, outer: Transaction) =>
  new Error(
    `A ${mode} of tenant "${tenantId}" was begun inside a ${outer.mode} of tenant "${outer.tenantId}". ` +
      'Use the outer transaction, or begin this one after it.',
  );
