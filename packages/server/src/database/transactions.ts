import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import pg, { type Pool } from 'pg';
import { isOutdatedStatement, type Sessions } from './session.ts';
import type { Tables } from './tables.ts';
import { everyTenant, tenantRole } from './tenant-wall.ts';

type Work<T> = (db: Kysely<Tables>) => Promise<T>;
type Mode = 'read' | 'write' | 'system';
type Transaction = { tenantId: string; mode: Mode; db: Kysely<Tables>; ended: boolean };

type Options = {
  sessions: Sessions;
  /** False on a server where we could not create the tenants' role: then the forced policies bind the owner. */
  separateRole: boolean;
};

/** Runs work in transactions that see one tenant, or, for the system's own work, all of them. */
export const createTransactions = (pool: Pool, { sessions, separateRole }: Options) => {
  const current = new AsyncLocalStorage<Transaction>();

  const begin = (mode: Mode, tenantId: string) =>
    [
      mode === 'read' ? 'begin read only' : 'begin',
      ...(separateRole && mode !== 'system' ? [`set local role ${tenantRole}`] : []),
      `select set_config('app.tenant', ${pg.escapeLiteral(tenantId)}, true)`,
    ].join('; ');

  const run = async <T>(mode: Mode, tenantId: string, work: Work<T>): Promise<T> => {
    const outer = current.getStore();
    if (outer && !outer.ended) {
      if (mode === 'read' && outer.tenantId === tenantId) return work(outer.db);
      throw nestedTransactionError(mode, tenantId, outer);
    }
    const client = await pool.connect();
    const transaction: Transaction = { tenantId, mode, db: sessions.queryBuilder(client), ended: false };
    let broken = false;
    try {
      await sessions.send(client, begin(mode, tenantId));
      const result = await current.run(transaction, () => work(transaction.db));
      const { command } = await sessions.send(client, 'commit');
      if (command !== 'COMMIT')
        throw new Error('A failed statement undid the transaction, but its error was not passed on.');
      return result;
    } catch (error) {
      await sessions.send(client, 'rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      transaction.ended = true;
      client.release(broken);
    }
  };

  return {
    read: <T>(tenantId: string, work: Work<T>) =>
      run('read', tenantId, work).catch(error => {
        if (isOutdatedStatement(error)) return run('read', tenantId, work);
        throw error;
      }),
    write: <T>(tenantId: string, work: Work<T>) => run('write', tenantId, work),
    system: <T>(work: Work<T>) => run('system', everyTenant, work),
  };
};

/** The embedded database has one session: a second transaction inside a first would wait for itself for ever. */
const nestedTransactionError = (mode: Mode, tenantId: string, outer: Transaction) =>
  new Error(
    `A ${mode} of tenant "${tenantId}" was begun inside a ${outer.mode} of tenant "${outer.tenantId}". ` +
      'Use the outer transaction, or begin this one after it.',
  );
