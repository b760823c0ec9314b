import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { type Statement, type StatementAhead, sendStatement } from './preceded-query.ts';
import { type createQueryBuilders, isOutdatedStatement } from './query-builder.ts';
import type { Tables } from './tables.ts';
import { everyTenant, tenantRole } from './tenant-wall.ts';

type Work<T> = (db: Kysely<Tables>) => Promise<T>;
type Mode = 'read' | 'send' | 'write' | 'system';
type Transaction = { tenantId: string; mode: Mode; db: Kysely<Tables>; ended: boolean };

type Options = {
  queryBuilder: ReturnType<typeof createQueryBuilders>;
  /** False on a server where we could not create the tenants' role: then the forced policies bind the owner. */
  separateRole: boolean;
};

/** Runs work in transactions that see one tenant, or, for the system's own work, all of them. */
export const createTransactions = (pool: Pool, { queryBuilder, separateRole }: Options) => {
  const current = new AsyncLocalStorage<Transaction>();
  const enter = entrances(separateRole);
  let statementCount = 0;

  const send = (client: ClientBase, statement: Statement, ahead: StatementAhead[]) => {
    statementCount += 1;
    const settings = statementSettings.getStore();
    return sendStatement(client, statement, settings ? [...ahead, settings] : ahead);
  };

  const sendAlone = async (statement: Statement, entrance: StatementAhead) => {
    const client = await pool.connect();
    try {
      return await send(client, statement, [entrance]);
    } finally {
      client.release();
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
    if (mode === 'read' && outer.tenantId === tenantId) return outer;
    throw nestedTransactionError(mode, tenantId, outer);
  };

  /** Each statement sees what is committed when it begins, in a transaction or not: so each can be one of its own. */
  const runApart = async <T>(mode: 'read' | 'send', tenantId: string, work: Work<T>): Promise<T> => {
    const outer = joinable(mode, tenantId);
    if (outer) return work(outer.db);
    const db = queryBuilder(statement => sendAlone(statement, enter[mode](tenantId)));
    return run({ tenantId, mode, db, ended: false }, work);
  };

  const runTogether = async <T>(mode: 'write' | 'system', tenantId: string, work: Work<T>): Promise<T> => {
    joinable(mode, tenantId);
    const client = await pool.connect();
    let hasBegun = false;
    let isBroken = false;
    const end = (word: 'commit' | 'rollback') => {
      statementCount += 1;
      return client.query(word);
    };
    const db = queryBuilder(statement => {
      const ahead = hasBegun ? [] : [begin, enter[mode](tenantId)];
      hasBegun = true;
      return send(client, statement, ahead);
    });
    try {
      const result = await run({ tenantId, mode, db, ended: false }, work);
      if (hasBegun && (await end('commit')).command !== 'COMMIT')
        throw new Error('A failed statement undid the transaction, but its error was not passed on.');
      return result;
    } catch (error) {
      if (hasBegun)
        await end('rollback').catch(() => {
          isBroken = true;
        });
      throw error;
    } finally {
      client.release(isBroken);
    }
  };

  return {
    read: <T>(tenantId: string, work: Work<T>) =>
      runApart('read', tenantId, work).catch(error => {
        if (isOutdatedStatement(error)) return runApart('read', tenantId, work);
        throw error;
      }),
    send: <T>(tenantId: string, work: Work<T>) => runApart('send', tenantId, work),
    write: <T>(tenantId: string, work: Work<T>) => runTogether('write', tenantId, work),
    system: <T>(work: Work<T>) => runTogether('system', everyTenant, work),
    /** So that a test can say "none". */
    statementsSent: () => statementCount,
  };
};

const begin: StatementAhead = { name: 'begin', text: 'begin', values: [] };

/** What is said ahead of a statement: whose rows it may see, by which role, and whether it may change them. */
const entrances = (separateRole: boolean): Record<Mode, (tenantId: string) => StatementAhead> => {
  const entrance = (name: string, ...settings: string[]) => {
    const text = `select ${["set_config('app.tenant', $1, true)", ...settings].join(', ')}`;
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
