import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg, { type QueryResult as DriverResult } from 'pg';
import { type ColumnKinds, columnValuesPlugin } from './column-values.ts';
import type { Statement } from './preceded-query.ts';
import type { Tables } from './tables.ts';

/** Sends a statement to the database, on whichever connection and in whichever transaction. */
export type Send = (statement: Statement) => Promise<DriverResult>;

/** Builds queries with the names and values of our tables, and hands the finished statements on. */
export const createQueryBuilders = (kinds: ColumnKinds) => {
  const plugins = [columnValuesPlugin(kinds), new CamelCasePlugin({ maintainNestedObjectKeys: true })];
  return (send: Send) =>
    new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new SendingDriver(send),
        createIntrospector: db => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      plugins,
    });
};

/** Lists of varying length make endless variants of a query; past this many, queries travel unnamed. */
const namedStatementsLimit = 1000;
const statementNames = new Map<string, string>();
let generation = 0;

/** A named statement is parsed and planned once per connection. */
const statementName = (sql: string) => {
  const known = statementNames.get(sql);
  if (known || statementNames.size >= namedStatementsLimit) return known;
  const name = `g${generation}s${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
};

/** After another process added a column, `select *` statements no longer fit: rename them. */
const forgetStatements = () => {
  generation += 1;
  statementNames.clear();
};

/** "Cached plan must not change result type": nothing is wrong with the query itself. */
export const isOutdatedStatement = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

const changedRows = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class SendingDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(send: Send) {
    this.#connection = {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
        const statement = { name: statementName(sql), text: sql, values: [...parameters] };
        const result = await send(statement).catch(error => {
          if (isOutdatedStatement(error)) forgetStatements();
          throw error;
        });
        if (!changedRows.has(result.command)) return { rows: result.rows };
        return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
      },
      streamQuery: () => {
        throw new Error('Rows are read whole or by page, never streamed.');
      },
    };
  }

  async init() {}
  async acquireConnection() {
    return this.#connection;
  }
  async beginTransaction() {
    throw new Error('Transactions are begun by the database, not by a query builder.');
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}
