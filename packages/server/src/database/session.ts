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
import pg, { type ClientBase } from 'pg';
import { type ColumnKinds, columnValuesPlugin } from './column-values.ts';
import type { Tables } from './tables.ts';

/** Makes the query builder of one connection; whoever took the connection also begins and ends its transaction. */
export const createSessions = (kinds: ColumnKinds) => {
  const plugins = [columnValuesPlugin(kinds), new CamelCasePlugin({ maintainNestedObjectKeys: true })];
  return (client: ClientBase) =>
    new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new ConnectionDriver(client),
        createIntrospector: db => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      plugins,
    });
};

let statementCount = 0;

/** Statements sent to any database by this process, so that a test can say "none". */
export const statementsSent = () => statementCount;

/** Sends plain SQL, several statements at once if need be, and counts it. */
export const send = (client: ClientBase, sql: string, values?: unknown[]) => {
  statementCount += 1;
  return client.query(sql, values);
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

/** After another process added a column, `select *` statements no longer fit: name them anew. */
const forgetStatements = () => {
  generation += 1;
  statementNames.clear();
};

/** "Cached plan must not change result type": nothing is wrong with the query itself. */
export const isOutdatedStatement = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

const changedRows = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class ConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(client: ClientBase) {
    this.#connection = {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
        statementCount += 1;
        const statement = { name: statementName(sql), text: sql, values: [...parameters] };
        const result = await client.query(statement).catch(error => {
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
    throw new Error('This query builder is already inside its transaction.');
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}
