import pg, { type ClientBase, type Connection, type QueryResult } from 'pg';

/** A statement; under a name, a connection parses and plans it once. */
export type Statement<Value = unknown> = { name?: string | undefined; text: string; values: Value[] };
export type StatementAhead = Statement<string>;

type Done = (error: Error | undefined, result: QueryResult) => void;

/** The driver's query and connection, with what its types leave out. */
type DriverConnection = Connection & {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
};
const DriverQuery = pg.Query as unknown as new (
  config: Statement & { queryMode: 'extended' },
  done: Done,
) => {
  /** The name under which the driver remembers a statement as parsed. */
  name: string | undefined;
  submit(connection: Connection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
  handleError(error: Error, connection: DriverConnection): void;
};

/**
 * A statement that travels with others ahead of it, all in one message. Those count for what they do, not for what they
 * answer. Where no transaction is open they make one together, up to the message's end.
 */
class PrecededQuery extends DriverQuery {
  readonly #statement: Statement;
  readonly #ahead: readonly StatementAhead[];
  #unansweredAhead: number;

  constructor(statement: Statement, ahead: readonly StatementAhead[], done: Done) {
    super({ ...statement, queryMode: 'extended' }, done);
    this.#statement = statement;
    this.#ahead = ahead;
    this.#unansweredAhead = ahead.length;
  }

  override submit(connection: Connection) {
    connection.stream.cork();
    try {
      for (const statement of this.#ahead) sendAhead(connection as DriverConnection, statement);
      const refusal = super.submit(connection);
      this.name = undefined;
      return refusal;
    } finally {
      connection.stream.uncork();
    }
  }

  override handleDataRow(message: unknown) {
    if (!this.#unansweredAhead) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection) {
    if (!this.#unansweredAhead) return super.handleCommandComplete(message, connection);
    this.#unansweredAhead -= 1;
    if (!this.#unansweredAhead) this.name = this.#statement.name;
  }

  override handleError(error: Error, connection: DriverConnection) {
    const { name } = this.#statement;
    if (this.#unansweredAhead && name) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }
}

const isParsed = ({ parsedStatements }: DriverConnection, { name }: Statement) =>
  name !== undefined && parsedStatements[name] !== undefined;

const sendAhead = (connection: DriverConnection, statement: StatementAhead) => {
  const { name = '', text, values } = statement;
  if (!isParsed(connection, statement)) {
    connection.parse({ name, text, types: [] }, true);
    if (name) connection.parsedStatements[name] = text;
  }
  connection.bind({ statement: name, values }, true);
  connection.execute({}, true);
};

export const sendStatement = (client: ClientBase, statement: Statement, ahead: readonly StatementAhead[]) => {
  if (!ahead.length) return client.query(statement);
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
  client.query(
    new PrecededQuery(statement, ahead, (error, result) => (error ? reject(error) : resolve(result))),
  );
  return promise;
};
