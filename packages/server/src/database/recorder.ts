import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Catalog, camelCase } from './catalog.ts';
import { secretColumns } from './table-rules.ts';
import type { ChangeEntry, Tables } from './tables.ts';

type JsonRow = Record<string, unknown>;

/** Collects the rows that one write changes. */
export type Recorder = {
  entries: ChangeEntry[];
  add(table: string, before: JsonRow | null, after: JsonRow | null): void;
  /** Records the rows that the deletion of `row` takes with it. */
  addCascade(table: string, row: JsonRow): Promise<void>;
  firstObject(): ChangeSubject;
  /** The name of an object from its own row, if that row was written. */
  nameOf(id: string): string | undefined;
};

/** The object that a change is about. */
export type ChangeSubject = { kind: string; id: string; name?: string };

/** Above this many a deletion is recorded without its children, and can no longer be undone. */
const cascadeLimit = 5000;

export const createRecorder = (db: Kysely<Tables>, catalog: Catalog): Recorder => {
  const entries: ChangeEntry[] = [];
  const latest = new Map<string, ChangeEntry>();

  const add: Recorder['add'] = (table, before, after) => {
    // Written, but nothing is different: no change to tell of, or to undo.
    if (before && after && !changedColumns(before, after).length) return;
    const row = (after ?? before)!;
    const key = Object.fromEntries((catalog.keys.get(table) ?? []).map(column => [column, row[column]]));
    const entry = { table, key, before: withoutSecrets(table, before), after: withoutSecrets(table, after) };
    const name = JSON.stringify([table, key]);
    const known = latest.get(name);
    // A row that is written again stays one entry: from what it was before the first time to what it is now.
    if (known?.after && entry.before && entry.after) {
      known.after = entry.after;
      return;
    }
    entries.push(entry);
    latest.set(name, entry);
  };

  const addCascade: Recorder['addCascade'] = async (table, row) => {
    for (const child of catalog.children.get(table) ?? []) {
      const rows = await readChildren(db, child, row, cascadeLimit + 1);
      if (rows.length > cascadeLimit) {
        entries.push({ table: child.table, key: {}, before: null, after: null });
        continue;
      }
      for (const childRow of rows) {
        await addCascade(child.table, childRow);
        // A row can hang from its parent in two ways (a member's role from the member and from the role).
        if (!isRecorded(child.table, childRow)) add(child.table, childRow, null);
      }
    }
  };

  const isRecorded = (table: string, row: JsonRow) => {
    const columns = catalog.keys.get(table) ?? [];
    return entries.some(
      entry =>
        entry.table === table &&
        entry.after === null &&
        columns.every(column => entry.key[column] === row[column]),
    );
  };

  return {
    entries,
    add,
    addCascade,
    firstObject: () => {
      // A deletion records the children before the row that was meant.
      const { table, key, before, after } = entries[0]!.after ? entries[0]! : entries.at(-1)!;
      const name = (after ?? before)?.name;
      const id = Object.values(key).join('/');
      return { kind: camelCase(table), id, name: typeof name === 'string' ? name : undefined };
    },
    nameOf: objectId => {
      const own = findOwnEntry(entries, objectId);
      const { name, connector_name: connectorName, username } = own?.after ?? own?.before ?? {};
      return [connectorName, name, username].find(each => typeof each === 'string' && each !== '') as
        | string
        | undefined;
    },
  };
};

/**
 * The row that an object is, among others with the same key, such as the configuration of an application. What is written
 * comes before what hangs from it, and what is deleted after.
 */
export const findOwnEntry = (entries: readonly ChangeEntry[], objectId: string) => {
  const found = entries.filter(({ key }) => Object.values(key).join('/') === objectId);
  return found[0]?.after ? found[0] : found.at(-1);
};

/** Columns that change automatically: not recorded, no reason to refuse an undo, and not restored. */
const restlessColumns = ['updated_at', 'last_sign_in_at', 'credentials_changed_at', 'credentials_changed_in'];

export const changedColumns = (before: JsonRow, after: JsonRow) =>
  Object.keys(after).filter(
    column =>
      !restlessColumns.includes(column) && JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );

/** The rows that hang from a parent, as the database prints them. */
export const readChildren = async (
  db: Kysely<Tables>,
  child: { table: string; columns: Array<[string, string]> },
  parent: JsonRow,
  limit: number,
) => {
  const conditions = child.columns.map(
    ([column, parentColumn]) => sql`child.${sql.ref(column)} = ${parent[parentColumn]}`,
  );
  const { rows } = await sql<{ row: JsonRow }>`
    select to_jsonb(child) as row from ${sql.table(child.table)} child
    where ${sql.join(conditions, sql` and `)} order by 1 limit ${limit}`.execute(db);
  return rows.map(({ row }) => row);
};

/** A secret leaves only its fingerprint: enough to see that it changed, not enough to bring it back. */
export const withoutSecrets = (table: string, row: JsonRow | null): JsonRow | null => {
  if (!row) return null;
  const secrets = secretColumns(table, row).filter(column => !isEmpty(row[column]));
  return { ...row, ...Object.fromEntries(secrets.map(column => [column, fingerprint(row[column])])) };
};

/** Whether the value is lost because only its fingerprint was kept. */
export const isLost = (table: string, row: JsonRow, column: string) =>
  secretColumns(table, row).includes(column) && !isEmpty(row[column]);

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && !value.length);

const fingerprint = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `sha256:${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
};
