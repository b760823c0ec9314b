import { type Kysely, type Selectable, sql } from 'kysely';
import { type Catalog, camelCase } from './catalog.ts';
import type { Opened } from './people/open.ts';
import {
  type ChangeSubject,
  changedColumns,
  isLost,
  type Recorder,
  readChildren,
  withoutSecrets,
} from './recorder.ts';
import { essentialSecret, followingTables, lastingColumns, lastingTables } from './table-rules.ts';
import type { ChangeEntry, Tables } from './tables.ts';

// Names of PostgreSQL's error codes.
const foreignKeyViolation = '23503';
const uniqueViolation = '23505';

type JsonRow = Record<string, unknown>;

/** Why an undo is refused; `fields` names what stands in its way. */
export class ChangeRefusedError extends Error {
  readonly code: 'change.conflict' | 'change.not_revertible' | 'change.not_found';
  readonly fields: string[];

  constructor(code: ChangeRefusedError['code'], fields: string[] = []) {
    super(`The change cannot be undone: ${code}${fields.length ? ` (${fields.join(', ')})` : ''}.`);
    this.code = code;
    this.fields = fields;
  }
}

export type ChangeRow = Selectable<Tables['changes']>;

type Undo = {
  db: Kysely<Tables>;
  catalog: Catalog;
  recorder: Recorder;
  /** Reads what the change keeps under the keys of people. */
  open(change: ChangeRow): Promise<Opened<ChangeRow>>;
};

/** Applies the inverse of a change, last entry first, and records it; gives the object that the change was about. */
export const applyRevert = async (
  { db, catalog, recorder, open }: Undo,
  changeId: string,
): Promise<ChangeSubject> => {
  const stored = await db.selectFrom('changes').selectAll().where('id', '=', changeId).executeTakeFirst();
  if (!stored) throw new ChangeRefusedError('change.not_found');
  const { value: change, isErased } = await open(stored);
  if (isErased || !isRevertible(change.entries))
    throw new ChangeRefusedError('change.not_revertible', lostFields(change.entries));
  const inverse = createInverse(db, catalog, recorder);
  for (const entry of change.entries.filter(canComeBack).toReversed()) {
    if (!entry.before) await inverse.takeBack(entry);
    else if (!entry.after) await inverse.bringBack(entry);
    else await inverse.restore(entry, entry.before, entry.after);
  }
  return { kind: change.objectKind, id: change.objectId, name: change.objectName ?? undefined };
};

/** A change can be undone while it knows everything that it changed, and something of it can come back. */
export const isRevertible = (entries: ChangeEntry[]) =>
  entries.some(canComeBack) &&
  entries.every(
    ({ table, before, after }) => (before && !after) || (after && !lastingTables.includes(table)),
  ) &&
  !lostUpdates(entries).length &&
  !lastingUpdates(entries).length;

/** A row that lasts no longer, or that lost the secret it is made of, stays away, while its parent comes back. */
const canComeBack = ({ table, before, after }: ChangeEntry) => {
  if (after !== null || !before) return true;
  const secret = essentialSecret(table);
  return !lastingTables.includes(table) && (!secret || !isLost(table, before, secret));
};

const lostUpdates = (entries: ChangeEntry[]) =>
  entries.flatMap(({ table, before, after }) =>
    before && after ? changedColumns(before, after).filter(column => isLost(table, before, column)) : [],
  );

const lastingUpdates = (entries: ChangeEntry[]) =>
  entries.flatMap(({ table, before, after }) =>
    before && after
      ? changedColumns(before, after).filter(column => lastingColumns(table).includes(column))
      : [],
  );

const lostFields = (entries: ChangeEntry[]) => {
  const tables = entries.filter(entry => !canComeBack(entry)).map(({ table }) => table);
  return [...new Set([...lostUpdates(entries), ...lastingUpdates(entries), ...tables])].map(camelCase);
};

const createInverse = (db: Kysely<Tables>, catalog: Catalog, recorder: Recorder) => {
  const matchKey = (entry: ChangeEntry) => {
    const conditions = Object.entries(entry.key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    return sql.join(conditions, sql` and `);
  };

  const lockRow = async (entry: ChangeEntry) => {
    const { rows } = await sql<{ row: JsonRow }>`
      select to_jsonb(found) as row from ${sql.table(entry.table)} found
      where ${matchKey(entry)} for update`.execute(db);
    return rows[0]?.row;
  };

  /** The row as it is now, refused when it has moved on in the columns that matter. */
  const expectRow = async (
    entry: ChangeEntry,
    expected: JsonRow,
    columns: (current: JsonRow) => string[],
  ) => {
    const current = await lockRow(entry);
    if (!current) throw new ChangeRefusedError('change.conflict', Object.keys(entry.key).map(camelCase));
    const comparable = withoutSecrets(entry.table, current)!;
    const moved = changedColumns(expected, comparable).filter(column => columns(expected).includes(column));
    if (moved.length) throw new ChangeRefusedError('change.conflict', moved.map(camelCase));
    return current;
  };

  /** Something else took the place of what would come back, or what it hung from is gone. */
  const refuse = (error: Error & { code?: string; constraint?: string }): never => {
    const fields = (catalog.constraints.get(error.constraint ?? '') ?? []).map(camelCase);
    if (error.code === foreignKeyViolation) throw new ChangeRefusedError('change.not_revertible', fields);
    if (error.code === uniqueViolation) throw new ChangeRefusedError('change.conflict', fields);
    throw error;
  };

  const writableColumns = (table: string, row: JsonRow) =>
    (catalog.columns.get(table) ?? []).filter(column => column in row && !isLost(table, row, column));

  return {
    /** The change made the row: remove it, unless others hang from it by now. */
    async takeBack(entry: ChangeEntry) {
      const current = await expectRow(entry, entry.after!, Object.keys);
      for (const child of catalog.children.get(entry.table) ?? []) {
        if (followingTables.includes(child.table)) continue;
        const rows = await readChildren(db, child, current, 1);
        if (rows.length) throw new ChangeRefusedError('change.conflict', [camelCase(child.table)]);
      }
      await sql`delete from ${sql.table(entry.table)} where ${matchKey(entry)}`.execute(db);
      recorder.add(entry.table, current, null);
    },

    /** The change removed the row: put it back, without the secrets that are gone. */
    async bringBack(entry: ChangeEntry) {
      const before = entry.before!;
      if (await lockRow(entry))
        throw new ChangeRefusedError('change.conflict', Object.keys(entry.key).map(camelCase));
      const columns = sql.join(writableColumns(entry.table, before).map(column => sql.ref(column)));
      const { rows } = await sql<{ row: JsonRow }>`
        insert into ${sql.table(entry.table)} as found (${columns})
        select ${columns} from jsonb_populate_record(null::${sql.table(entry.table)}, ${JSON.stringify(before)}::jsonb)
        returning to_jsonb(found) as row`
        .execute(db)
        .catch(refuse);
      recorder.add(entry.table, null, rows[0]!.row);
    },

    /** The change updated the row: put back the columns that it changed. */
    async restore(entry: ChangeEntry, before: JsonRow, after: JsonRow) {
      const changed = changedColumns(before, after);
      const current = await expectRow(entry, after, () => changed);
      const columns = writableColumns(entry.table, before).filter(column => changed.includes(column));
      if (!columns.length) return;
      const names = sql.join(columns.map(column => sql.ref(column)));
      const { rows } = await sql<{ row: JsonRow }>`
        update ${sql.table(entry.table)} as found set (${names}) = (
          select ${names} from jsonb_populate_record(null::${sql.table(entry.table)}, ${JSON.stringify(before)}::jsonb))
        where ${matchKey(entry)}
        returning to_jsonb(found) as row`
        .execute(db)
        .catch(refuse);
      recorder.add(entry.table, current, rows[0]!.row);
    },
  };
};
