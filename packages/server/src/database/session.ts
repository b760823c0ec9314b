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

export type Sessions = ReturnType<typeof createSessions>;

/** How statements travel over one connection; whoever took the connection also begins and ends its transaction. */
export const createSessions = (kinds: ColumnKinds) => {
  const plugins = [columnValuesPlugin(kinds), new CamelCasePlugin({ maintainNestedObjectKeys: true })];
  let statementCount = 0;
  const count = () => {
    statementCount += 1;
  };
  return {
    queryBuilder: (client: ClientBase) =>
      new Kysely<Tables>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => new ConnectionDriver(client, count),
          createIntrospector: db => new PostgresIntrospector(db),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        },
        plugins,
      }),
    /** Sends plain SQL, several statements at once if need be. */
    send(client: ClientBase, sql: string) {
      count();
      return client.query(sql);
    },
    /** So that a test can say "none". */
    statementsSent: () => statementCount,
  };
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

  constructor(client: ClientBase, count: () => void) {
    this.#connection = {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
        count();
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
