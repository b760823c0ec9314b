import { severalObjects } from '@gatehouse/contract/changes.ts';
import type { CacheTopic } from '@gatehouse/contract/define-entity.ts';
import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { HookEvent } from '@gatehouse/contract/events.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { type Kysely, sql } from 'kysely';
import type { Catalog } from './catalog.ts';
import { snakeCase } from './catalog.ts';
import type { NewRow, Row, RowMatch, RowPatch, Write, WriteGuard } from './database.ts';
import type { PersonKey } from './people/person-key.ts';
import type { PersonKeys } from './people/person-keys.ts';
import { sealRecord } from './people/seal-record.ts';
import { storeRecord } from './record.ts';
import { type ChangeSubject, createRecorder, type Recorder } from './recorder.ts';
import { applyRevert, type ChangeRow, isRevertible } from './revert.ts';
import { topicsOf } from './table-rules.ts';
import type { Origin, TableName, Tables } from './tables.ts';

type Context = { tenantId: string; origin: Origin };

type Written<T> = {
  result: T;
  topics: ReadonlySet<CacheTopic>;
  hasEvents: boolean;
  /** The change, if there is one that can be undone. */
  undoable: string | undefined;
  /** After the commit: keys that this write made for people are good. */
  keepKeys(): void;
};

/** Runs work and stores what it did: one change for its recorded rows, its events, its invalidations. */
export const createWrites = (catalog: Catalog, people: PersonKeys, guards: readonly WriteGuard[]) => ({
  run: async <T>(
    db: Kysely<Tables>,
    { tenantId, origin }: Context,
    work: (tx: Write) => Promise<T>,
  ): Promise<Written<T>> => {
    const recorder = createRecorder(db, catalog);
    const events: Array<{ event: HookEvent; data: unknown }> = [];
    const topics = new Set<CacheTopic>();
    const changeId = generateId();
    let subject: ChangeSubject | undefined;
    let reverts: string | null = null;
    const madeKeys = new Map<string, PersonKey>();
    const keepers: Array<() => void> = [];

    const result = await work({
      db,
      entries: recorder.entries,
      changeId,
      origin,
      ...recordedOperations(db, recorder),
      object: (kind, id, name) => {
        subject = { kind, id, name };
      },
      objects: (kind, objects) => {
        subject = subjectOf(kind, objects);
      },
      emit: (event, data) => events.push({ event, data }),
      invalidate: topic => topics.add(topic),
      revert: async id => {
        const known = recorder.entries.length;
        const open = async (change: ChangeRow) => (await people.open(db, tenantId, [change]))[0]!;
        subject = await applyRevert({ db, catalog, recorder, open }, id);
        reverts = id;
        return recorder.entries.slice(known);
      },
      sealer: async wanted => {
        const sealer = await people.sealer(db, tenantId, { ...wanted, made: madeKeys });
        keepers.push(sealer.keep);
        return sealer;
      },
    });

    const { entries } = recorder;
    await origin.guard?.(db, entries);
    for (const guard of guards) await guard(db, tenantId, entries);
    for (const { table } of entries)
      for (const topic of topicsOf(table)) if (isAwaited(topic, tenantId)) topics.add(topic);
    const about = entries.length ? (subject ?? recorder.firstObject()) : undefined;
    const object = about && { ...about, name: about.name ?? recorder.nameOf(about.id) };
    const told = { tenantId, origin, change: object && { id: changeId, object, entries, reverts } };
    const { record, keep } = await sealRecord(people, db, { ...told, events, topics: [...topics] }, madeKeys);
    const hasEvents = await storeRecord(db, record);
    const keepKeys = () => {
      for (const each of [...keepers, keep]) each();
    };
    const undoable = isRevertible(entries) ? changeId : undefined;
    return { result, topics, hasEvents, undoable, keepKeys };
  },
});

const longestName = 256;

const subjectOf = (kind: string, objects: readonly { id: string; name: string }[]): ChangeSubject => {
  const [first, ...others] = objects;
  if (first && others.length === 0) return { kind, ...first };
  const names = objects.map(({ name }) => name).join(', ');
  const name = names.length > longestName ? `${names.slice(0, longestName)}…` : names;
  return { kind, id: severalObjects, name };
};

/** Only users of the admin tenant are recorded: other tenants write users all day, and there are no listeners. */
const isAwaited = (topic: CacheTopic, tenantId: string) => topic !== 'people' || tenantId === adminTenantId;

/** The query builder cannot follow a table that is only known as a type parameter: inside, rows are plain records. */
type Loose = Record<string, unknown>;

const recordedOperations = (db: Kysely<Tables>, recorder: Recorder) => {
  const loose = db as unknown as Kysely<{ [table: string]: Loose }>;

  const insertMany = async <T extends TableName>(table: T, rows: NewRow<T>[]): Promise<Row<T>[]> => {
    if (!rows.length) return [];
    const inserted = await loose
      .insertInto(table as string)
      .values(rows as Loose[])
      .returningAll()
      .returning(rowAsJson(table))
      .execute();
    return inserted.map(({ recordedRow, ...row }) => {
      recorder.add(snakeCase(table), null, recordedRow);
      return row as Row<T>;
    });
  };

  const lockRows = async (table: string, match: Loose) => {
    const query = loose.selectFrom(table).selectAll().select(rowAsJson(table));
    const rows = await query
      .where(() => matching(match))
      .forUpdate()
      .execute();
    return rows.map(({ recordedRow, ...row }) => ({ recordedRow, row }));
  };

  return {
    insertMany,

    async insert<T extends TableName>(table: T, row: NewRow<T>): Promise<Row<T>> {
      const [inserted] = await insertMany(table, [row]);
      return inserted!;
    },

    async update<T extends TableName>(table: T, match: RowMatch<T>, patch: RowPatch<T>) {
      const [before, ...others] = await lockRows(table, match);
      if (others.length) throw new Error(`An update of ${table} must match one row, but matched several.`);
      if (!before) return undefined;
      if (!Object.values(patch).some(value => value !== undefined)) return before.row as Row<T>;
      const { recordedRow, ...row } = await loose
        .updateTable(table as string)
        .set(patch as Loose)
        .where(() => matching(match))
        .returningAll()
        .returning(rowAsJson(table))
        .executeTakeFirstOrThrow();
      recorder.add(snakeCase(table), before.recordedRow, recordedRow);
      return row as Row<T>;
    },

    async delete<T extends TableName>(table: T, match: RowMatch<T>) {
      const doomed = await lockRows(table, match);
      if (!doomed.length) return [];
      for (const { recordedRow } of doomed) {
        // Children first: an undo goes backwards and brings the parent back before them.
        await recorder.addCascade(snakeCase(table), recordedRow);
        recorder.add(snakeCase(table), recordedRow, null);
      }
      const deletion = loose.deleteFrom(table as string).where(() => matching(match));
      await deletion.execute();
      return doomed.map(({ row }) => row as Row<T>);
    },
  };
};

const rowAsJson = (table: string) => sql<Loose>`to_jsonb(${sql.table(table)})`.as('recordedRow');

const matching = (match: Loose) => {
  const conditions = Object.entries(match).map(([column, value]) => {
    if (value === undefined) throw new Error(`No value to match ${column} with.`);
    return value === null
      ? sql<boolean>`${sql.ref(column)} is null`
      : sql<boolean>`${sql.ref(column)} = ${value}`;
  });
  if (!conditions.length) throw new Error('A recorded write must say which rows it means.');
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};
