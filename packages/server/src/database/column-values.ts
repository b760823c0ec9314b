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
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import pg from 'pg';

/** How a column's values travel. A name means the same kind in every table (a test says so). */
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

  constructor(kinds: ColumnKinds) {
    super();
    this.#kinds = kinds;
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const insert = super.transformInsertQuery(node);
    const { columns, values } = insert;
    if (!columns || !values || !ValuesNode.is(values)) return insert;
    const names = columns.map(column => column.column.name);
    return {
      ...insert,
      values: ValuesNode.create(
        values.values.map(row =>
          PrimitiveValueListNode.is(row)
            ? PrimitiveValueListNode.create(
                row.values.map((value, index) => this.#stored(names[index], value)),
              )
            : ValueListNode.create(row.values.map((value, index) => this.#storedNode(names[index], value))),
        ),
      ),
    };
  }

  protected override transformColumnUpdate(node: ColumnUpdateNode): ColumnUpdateNode {
    const update = super.transformColumnUpdate(node);
    return { ...update, value: this.#storedNode(columnName(update.column), update.value) };
  }

  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const operation = super.transformBinaryOperation(node);
    const name = columnName(operation.leftOperand);
    return { ...operation, rightOperand: this.#comparedNode(name, operation.rightOperand) };
  }

  #stored(name: string | undefined, value: unknown) {
    const kind = name && this.#kinds.get(name);
    if (kind === 'json' && value !== null && value !== undefined) return JSON.stringify(value);
    if (kind === 'time' && typeof value === 'number') return new Date(value);
    return value;
  }

  #storedNode(name: string | undefined, node: OperationNode) {
    return ValueNode.is(node) ? { ...node, value: this.#stored(name, node.value) } : node;
  }

  /** In a comparison the right side of a JSON column may be a key or a path: only whole objects are JSON. */
  #comparedNode(name: string | undefined, node: OperationNode) {
    if (!name || !ValueNode.is(node)) return node;
    if (this.#kinds.get(name) === 'json' && typeof node.value !== 'object') return node;
    return this.#storedNode(name, node);
  }
}

const columnName = (node: OperationNode) => {
  const column = ReferenceNode.is(node) ? node.column : node;
  return ColumnNode.is(column) ? column.column.name : undefined;
};
