import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { isCutOff } from './pool.ts';
import type { Statement, StatementAhead } from './preceded-query.ts';
import { type createQueryBuilders, isOutdatedStatement } from './query-builder.ts';
import { type Replicas, readPosition } from './replicas.ts';
import { createSender, unnamed } from './sender.ts';
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
  /** Prepared statements do not survive a change of session, so none are named. */
  isPooled: boolean;
  /** Other servers that may do what reads much. */
  replicas?: Replicas | undefined;
};

/** Runs work in transactions that see one tenant, or, for the system's own work, all of them. */
export const createTransactions = (
  pool: Pool,
  { queryBuilder, separateRole, isPooled, replicas }: Options,
) => {
  const { current, joinable, run } = createScopes();
  const enter = entrances(separateRole);
  const { waitFor, connect, sendAlone, statementsSent, longestWait } = createSender({
    keepsPlans: () => !isPooled && current()?.mode !== 'aside',
  });

  /** Each statement sees what is committed when it starts, in a transaction or not, so each can be separate. */
  const runApart = async <T>(mode: 'read' | 'send', tenantId: string, work: Work<T>): Promise<T> => {
    const outer = joinable(mode, tenantId);
    if (outer) return work(outer.db);
    const db = queryBuilder(statement => sendAlone(pool, statement, [enter[mode](tenantId)]));
    return run({ tenantId, mode, db, ended: false }, work);
  };

  const read = <T>(tenantId: string, work: Work<T>) =>
    runApart('read', tenantId, work).catch(error => {
      // Reading again does no harm: with a renamed statement, or on another connection.
      const isWorthIt =
        isOutdatedStatement(error) || (error instanceof DatabaseUnavailableError && isCutOff(error));
      if (isWorthIt) return runApart('read', tenantId, work);
      throw error;
    });

  const isInside = () => current()?.ended === false;

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
    const connection = await connect(pool);
    let hasBegun = false;
    const db = queryBuilder(statement => {
      const ahead = hasBegun ? [] : [begin, enter[mode](tenantId)];
      hasBegun = true;
      return connection.send(lasting(statement), ahead);
    });
    try {
      const result = await run({ tenantId, mode, db, ended: false }, work);
      if (hasBegun && (await connection.commit()).command !== 'COMMIT')
        throw new Error('A failed statement undid the transaction, but its error was not passed on.');
      return result;
    } catch (error) {
      if (hasBegun) await connection.rollBack();
      throw error;
    } finally {
      connection.release();
    }
  };

  return {
    read,
    readAside,
    /** For what is kept longer than the work: on the connection that the caller has, unless that is a replica's. */
    readToKeep: <T>(tenantId: string, db: Kysely<Tables>, work: Work<T>) =>
      current()?.mode === 'aside' ? read(tenantId, work) : work(db),
    send: <T>(tenantId: string, work: Work<T>) => runApart('send', tenantId, work),
    write: <T>(tenantId: string, work: Work<T>) => runTogether('write', tenantId, work),
    system: <T>(work: Work<T>) => runTogether('system', everyTenant, work),
    statementsSent,
    longestWait,
  };
};

/** Knows which transaction the work that runs now is in. */
const createScopes = () => {
  const store = new AsyncLocalStorage<Transaction>();

  const run = async <T>(transaction: Transaction, work: Work<T>): Promise<T> => {
    try {
      return await store.run(transaction, () => work(transaction.db));
    } finally {
      transaction.ended = true;
    }
  };

  /** The transaction that the caller is in, when a read may join it; any other must not begin inside it. */
  const joinable = (mode: Mode, tenantId: string) => {
    const outer = store.getStore();
    if (!outer || outer.ended) return undefined;
    // Results read inside may be cached, so they must come from the primary.
    if (mode === 'read' && outer.mode === 'aside') return undefined;
    if (mode === 'read' && outer.tenantId === tenantId) return outer;
    throw nestedTransactionError(mode, tenantId, outer);
  };

  return { current: () => store.getStore(), run, joinable };
};

const begin: StatementAhead = { name: 'begin', text: 'begin', values: [] };

/**
 * A plan of "all columns" is of no more use when another process adds one, as in an upgrade. A read begins again then; a
 * write would be lost, and so plans such statements each time.
 */
const lasting = (statement: Statement) => (statement.text.includes('*') ? unnamed(statement) : statement);

/**
 * No statement of a request may outlive the time limit of the request of 20 seconds. Set in each transaction, because
 * poolers ignore settings at the start of a session.
 */
const timeLimits = [
  "set_config('statement_timeout', '20000', true)",
  "set_config('idle_in_transaction_session_timeout', '40000', true)",
];

/** Settings ahead of a statement: the tenant whose rows it may see, the role, and whether it may write. */
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

/** The embedded database has one session: a second transaction inside a first would wait for itself for ever. */
const nestedTransactionError = (mode: Mode, tenantId: string, outer: Transaction) =>
  new Error(
    `A ${mode} of tenant "${tenantId}" was begun inside a ${outer.mode} of tenant "${outer.tenantId}". ` +
      'Use the outer transaction, or begin this one after it.',
  );
