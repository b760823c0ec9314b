import type { ClientBase, Pool } from 'pg';
import { asUnavailable } from './pool.ts';
import { type Statement, type StatementAhead, sendStatement } from './preceded-query.ts';
import { currentSettings } from './statement-settings.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** The protocol counts values with 16 bits; more would break the connection off. */
const maximumValues = 65_535;

/** A request names more than fits into one statement. */
export class TooManyValuesError extends Error {}

export const unnamed = <T extends Statement>(statement: T): T => ({ ...statement, name: undefined });

/** Sends statements to the database, and knows how long it lets us wait. */
export const createSender = (options: {
  /** Whether the connection may keep prepared statements. */
  keepsPlans(): boolean;
}) => {
  let statementCount = 0;
  /** When those began that are not answered yet, the oldest first. */
  const unanswered = new Set<{ since: number }>();

  /** Waits for the database; when it is no longer reachable, `lose` is called. */
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
    const settings = currentSettings();
    const before = settings ? [...ahead, settings] : ahead;
    return options.keepsPlans()
      ? sendStatement(client, statement, before)
      : sendStatement(client, unnamed(statement), before.map(unnamed));
  };

  /** A connection for several statements. One that broke off is not given to others. */
  const connect = async (pool: Pool) => {
    // A server that lets us in no more, be it by a password or its rules, cannot be asked either.
    const client = await waitFor(pool.connect()).catch(error => {
      throw error instanceof DatabaseUnavailableError ? error : new DatabaseUnavailableError(error);
    });
    let isBroken = false;
    const lose = () => {
      isBroken = true;
    };
    const end = (word: 'commit' | 'rollback') => {
      statementCount += 1;
      return waitFor(client.query(word), lose);
    };
    return {
      send: async (statement: Statement, ahead: StatementAhead[]) =>
        waitFor(send(client, statement, ahead), lose),
      commit: () => end('commit'),
      async rollBack() {
        if (!isBroken) await end('rollback').catch(lose);
      },
      release: () => client.release(isBroken),
    };
  };

  return {
    waitFor,
    connect,
    async sendAlone(pool: Pool, statement: Statement, ahead: StatementAhead[]) {
      const connection = await connect(pool);
      try {
        return await connection.send(statement, ahead);
      } finally {
        connection.release();
      }
    },
    /** So that a test can say "none". */
    statementsSent: () => statementCount,
    /** The wait of the oldest unanswered query, in milliseconds. */
    longestWait: () => {
      const [oldest] = unanswered;
      return oldest ? performance.now() - oldest.since : 0;
    },
  };
};
