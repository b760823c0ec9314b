import type { Kysely } from 'kysely';
import type { NewRow, RowMatch, Write } from '../database/database.ts';
import type { TableName } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';

/** The rows of a table that belong to one parent, told apart by one column. */
export type Relation<T extends TableName> = {
  [Table in T]: { table: Table; parent: RowMatch<Table>; column: keyof RowMatch<Table> & string };
}[T];

export type RelationDelta = { added: string[]; removed: string[] };

/** Adds what is not there yet. */
export const addRelated = async <T extends TableName>(
  tx: Write,
  relation: Relation<T>,
  ids: readonly string[],
): Promise<RelationDelta> => {
  const present = new Set(await relatedIds(tx, relation));
  const added = [...new Set(ids)].filter(id => !present.has(id));
  const rows = added.map(id => ({ ...relation.parent, [relation.column]: id }));
  await tx.insertMany(relation.table, rows as unknown as NewRow<T>[]).catch(refuseUnknown);
  return { added, removed: [] };
};

/** Nothing has an ID that is not there, or one that is too long for the column. */
const refuseUnknown = (error: unknown): never => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isUnknown = code === '23503' || code === '22001';
  throw isUnknown ? new RequestError('entity.relation_foreign_key_not_found', { cause: error }) : error;
};

const missing: readonly string[] = ['entity.not_exists_with_id', 'entity.relation_foreign_key_not_found'];

/** In organizations, an object that something should hang from is missing like what should hang from it. */
export const asUnknownRelated = (error: unknown): never => {
  const isMissing = error instanceof RequestError && missing.includes(error.code);
  throw isMissing ? unknownRelated({ data: error.data, cause: error }) : error;
};

/** The dialect answers it with 404, except for what hangs from organizations. */
export const unknownRelated = (options: { data?: unknown; cause?: unknown } = {}) =>
  new RequestError('entity.relation_foreign_key_not_found', { ...options, status: 422 });

/** Makes the relation be what the list says; what is on both sides stays untouched. */
export const replaceRelated = async <T extends TableName>(
  tx: Write,
  relation: Relation<T>,
  ids: readonly string[],
): Promise<RelationDelta> => {
  const wanted = new Set(ids);
  const removed = (await relatedIds(tx, relation)).filter(id => !wanted.has(id));
  for (const id of removed) await tx.delete(relation.table, matchOf(relation, id));
  const { added } = await addRelated(tx, relation, ids);
  return { added, removed };
};

/** Removes and adds; what is as it should be already stays untouched. */
export const changeRelated = async <T extends TableName>(
  tx: Write,
  relation: Relation<T>,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<RelationDelta> => {
  const removed: string[] = [];
  for (const id of new Set(remove)) {
    const gone = await tx.delete(relation.table, matchOf(relation, id));
    if (gone.length) removed.push(id);
  }
  const { added } = await addRelated(tx, relation, add);
  return { added, removed };
};

/** Removes one, which must be there. */
export const removeRelated = async <T extends TableName>(
  tx: Write,
  relation: Relation<T>,
  id: string,
): Promise<RelationDelta> => {
  const removed = await tx.delete(relation.table, matchOf(relation, id));
  if (removed.length === 0) throw new RequestError('entity.not_found');
  return { added: [], removed: [id] };
};

const matchOf = <T extends TableName>({ parent, column }: Relation<T>, id: string) =>
  ({ ...parent, [column]: id }) as RowMatch<T>;

const relatedIds = async <T extends TableName>(tx: Write, { table, parent, column }: Relation<T>) => {
  // The query builder cannot follow a table that is only known as a type parameter.
  const db = tx.db as unknown as Kysely<Record<string, Record<string, string>>>;
  let query = db.selectFrom(table as string).select(column as string);
  for (const [name, value] of Object.entries(parent)) query = query.where(name, '=', value as string);
  return (await query.execute()).map(row => row[column] ?? '');
};
