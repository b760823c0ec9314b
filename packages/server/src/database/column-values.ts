import {
  type BinaryOperationNode,
  ColumnNode,
  type ColumnUpdateNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  PrimitiveValueListNode,
  ReferenceNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import pg from 'pg';

/** The columns whose values travel in another form, by `table.column`. */
export type ColumnKinds = ReadonlyMap<string, 'time' | 'json'>;

/** Lets queries say times in epoch milliseconds and JSON as plain values, wherever they name the column. */
export const columnValuesPlugin = (kinds: ColumnKinds): KyselyPlugin => {
  const transformer = new ColumnValuesTransformer(kinds);
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
};

/** The way back: times as epoch milliseconds, whole numbers as numbers, dates as they are written. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return parseTime;
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

const parseTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
const parseTime = (text: string) => parseTimestamp(text).getTime();

class ColumnValuesTransformer extends OperationNodeTransformer {
  readonly #kinds: ColumnKinds;
  /**
   * With a table alias, only the column name is known. No time column shares its name with a column of another kind,
   * which a test checks.
   */
  readonly #times: ReadonlySet<string>;

  constructor(kinds: ColumnKinds) {
    super();
    this.#kinds = kinds;
    const times = [...kinds].filter(([, kind]) => kind === 'time');
    this.#times = new Set(times.map(([place]) => place.split('.')[1]!));
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const insert = super.transformInsertQuery(node);
    const { columns, values, into, onConflict } = insert;
    const table = tableName(into);
    const names = columns?.map(column => column.column.name) ?? [];
    return {
      ...insert,
      ...(values && ValuesNode.is(values) ? { values: this.#values(table, names, values) } : {}),
      ...(onConflict?.updates
        ? { onConflict: { ...onConflict, updates: this.#updates(table, onConflict.updates) } }
        : {}),
    };
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const update = super.transformUpdateQuery(node);
    if (!update.updates) return update;
    return { ...update, updates: this.#updates(tableName(update.table), update.updates) };
  }

  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const operation = super.transformBinaryOperation(node);
    const { leftOperand, rightOperand } = operation;
    if (!ValueNode.is(rightOperand) || typeof rightOperand.value !== 'number') return operation;
    if (!this.#times.has(columnName(leftOperand))) return operation;
    return { ...operation, rightOperand: ValueNode.create(new Date(rightOperand.value)) };
  }

  #values(table: string, names: string[], { values }: ValuesNode) {
    return ValuesNode.create(
      values.map(row =>
        PrimitiveValueListNode.is(row)
          ? PrimitiveValueListNode.create(
              row.values.map((value, index) => this.#stored(table, names[index]!, value)),
            )
          : ValueListNode.create(
              row.values.map((value, index) => this.#storedNode(table, names[index]!, value)),
            ),
      ),
    );
  }

  #updates(table: string, updates: readonly ColumnUpdateNode[]) {
    return updates.map(update => ({
      ...update,
      value: this.#storedNode(table, columnName(update.column), update.value),
    }));
  }

  #stored(table: string, name: string, value: unknown) {
    const kind = this.#kinds.get(`${table}.${name}`);
    if (kind === 'json' && value !== null && value !== undefined) return JSON.stringify(value);
    if (kind === 'time' && typeof value === 'number') return new Date(value);
    return value;
  }

  #storedNode(table: string, name: string, node: OperationNode) {
    return ValueNode.is(node) ? { ...node, value: this.#stored(table, name, node.value) } : node;
  }
}

const columnName = (node: OperationNode) => {
  const column = ReferenceNode.is(node) ? node.column : node;
  return ColumnNode.is(column) ? column.column.name : '';
};

const tableName = (node?: OperationNode) => (node && TableNode.is(node) ? node.table.identifier.name : '');
