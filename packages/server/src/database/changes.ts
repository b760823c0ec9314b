import { type Change, type ChangedField, severalObjects } from '@gatehouse/contract/changes.ts';
import { type EntityKind, entities, isEntityKind } from '@gatehouse/contract/entities.ts';
import { expressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import { camelCase, snakeCase } from './catalog.ts';
import type { TenantDatabase } from './database.ts';
import type { Opened } from './people/open.ts';
import { changedColumns, findOwnEntry } from './recorder.ts';
import { isRevertible } from './revert.ts';
import type { ChangeEntry, Tables } from './tables.ts';

export { ChangeRefusedError } from './revert.ts';

export type ChangeFilters = {
  objectKind?: readonly string[];
  /** Changes that wrote to objects of this kind, whatever they are about. */
  touchedKind?: EntityKind;
  objectId?: string;
  /** Also the drafts and bundles that wrote to objects of these kinds. */
  withBatches?: boolean;
  actorId?: string;
  /** Epoch milliseconds, from and including. */
  startTime?: number;
  /** Epoch milliseconds, up to and including. */
  endTime?: number;
} & Sight;

/** The parts of the changes that the reader may see. */
type Sight = {
  visibleKinds?: readonly string[];
  /** Leaves out changes with rows of users, whatever object they are about. */
  withoutUsers?: boolean;
  /** Tables whose rows are left out of changes of other objects, by the names the code gives them. */
  hiddenTables?: readonly string[];
};

/** Tables whose rows describe users. */
const userTables = ['users', 'user_sso_identities', 'personal_access_tokens', 'secrets', 'subject_tokens'];

/** Changes, newest first, with their number in all. */
export const listChanges = async (
  tenant: TenantDatabase,
  db: Kysely<Tables>,
  { actorId, startTime, endTime, ...filters }: ChangeFilters,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ changes: Change[]; total: number }> => {
  const { objectKind, touchedKind, objectId, withBatches = false, ...sight } = filters;
  const filtered = visibleChanges(db, sight)
    .where(({ or }) =>
      or([
        isOf({ objectKind, touchedKind, objectId }),
        ...(withBatches && objectKind ? [isBatchWith(objectKind, objectId)] : []),
      ]),
    )
    .$if(actorId !== undefined, query => query.where('actorId', '=', actorId!))
    .$if(startTime !== undefined, query => query.where('createdAt', '>=', startTime!))
    .$if(endTime !== undefined, query => query.where('createdAt', '<=', endTime!));
  const { total } = await filtered
    .select(query => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await filtered
    .selectAll()
    .select(revertedBy)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { changes: await presentChanges(tenant, db, rows, sight), total };
};

const isOf = ({ objectKind, touchedKind, objectId }: ChangeFilters) =>
  expressionBuilder<Tables, 'changes'>().and([
    ...(objectKind ? [inKinds(objectKind)] : []),
    ...(touchedKind ? [wrote(tablesOf(touchedKind))] : []),
    ...(objectId === undefined ? [] : [touchedKind ? isAboutOrWrote(objectId) : isAbout(objectId)]),
  ]);

const inKinds = (kinds: readonly string[]) => sql<boolean>`object_kind = any(${kinds})`;

/** Only these are read row by row: there are few of them. */
const batches: readonly EntityKind[] = ['draft', 'bundle'];

/** Whether it changed objects of these kinds together with others. */
const isBatchWith = (kinds: readonly string[], objectId: string | undefined) =>
  expressionBuilder<Tables, 'changes'>().and([
    inKinds(batches),
    wrote(kinds.filter(isEntityKind).flatMap(tablesOf)),
    ...(objectId === undefined ? [] : [hasKey(objectId)]),
  ]);

/** A change of several objects is about each whose ID is in the key of a row that it wrote. */
const isAbout = (objectId: string) =>
  sql<boolean>`(object_id = ${objectId} or object_id = ${severalObjects} and ${hasKey(objectId)})`;

const isAboutOrWrote = (objectId: string) => sql<boolean>`(object_id = ${objectId} or ${hasKey(objectId)})`;

/** The ID is in the key of a row that the change wrote. */
const hasKey = (objectId: string) => sql<boolean>`jsonb_path_exists(
  entries, '$[*].key.* ? (@ == $id)', jsonb_build_object('id', ${objectId}::text))`;

const visibleChanges = (db: Kysely<Tables>, { visibleKinds, withoutUsers = false }: Sight) =>
  db
    .selectFrom('changes')
    .$if(visibleKinds !== undefined, query => query.where(sql<boolean>`object_kind = any(${visibleKinds})`))
    .$if(withoutUsers, query => query.where(({ not }) => not(wrote(userTables))));

const tablesOf = (kind: EntityKind) => Object.keys(entities[kind].tables).map(snakeCase);

/** Whether a change has rows of one of these tables. */
const wrote = (tables: readonly string[]) =>
  sql<boolean>`exists (select from jsonb_array_elements(entries) entry where entry ->> 'table' = any(${tables}))`;

export const readChange = async (
  tenant: TenantDatabase,
  db: Kysely<Tables>,
  id: string,
  sight: Sight = {},
): Promise<Change | undefined> => {
  const row = await visibleChanges(db, sight)
    .selectAll()
    .select(revertedBy)
    .where('id', '=', id)
    .executeTakeFirst();
  const [change] = await presentChanges(tenant, db, row ? [row] : [], sight);
  return change;
};

/** The change that undid the one with the ID in this column, and is still in force. */
export const undoOf = (column: string) => sql<string | null>`(
  select undo.id from changes undo where undo.reverts = ${sql.ref(column)}
    and not exists (select from changes redo where redo.reverts = undo.id)
  limit 1)`;

const revertedBy = undoOf('changes.id').as('revertedBy');

type ChangeRow = Selectable<Tables['changes']> & { revertedBy: string | null };

/** Changes as administrators see them. */
export const presentChanges = async (
  tenant: TenantDatabase,
  db: Kysely<Tables>,
  rows: ChangeRow[],
  { hiddenTables = [] }: Sight = {},
) => {
  const opened = await tenant.open(db, rows);
  return rows.map((row, index) => presentChange(row, opened[index]!, hiddenTables));
};

const presentChange = (
  stored: ChangeRow,
  { value, isErased }: Opened<ChangeRow>,
  hiddenTables: readonly string[],
): Change => {
  const { tenantId: _, actorId: __, entries, actor, ...change } = value;
  return {
    ...change,
    actor: { ...actor, name: actor.name ?? null, role: actor.role ?? null },
    ...describeEntries(entries, change.objectId, { stored: stored.entries, hiddenTables }),
    isRevertible: !isErased && isRevertible(entries) && change.revertedBy === null,
    isErased,
  };
};

/** The change of an object, field by field. `stored` is the rest of the entries after an erasure. */
export const describeEntries = (
  entries: readonly ChangeEntry[],
  objectId: string,
  {
    stored = entries,
    hiddenTables = [],
  }: Pick<Sight, 'hiddenTables'> & { stored?: readonly ChangeEntry[] } = {},
): Pick<Change, 'summary' | 'fields'> => {
  const main = findOwnEntry(entries, objectId);
  const place = main ? entries.indexOf(main) : -1;
  return {
    summary: summarize(main),
    fields: entries.flatMap(entry => {
      if (entry === main) return ownFields(entry, stored[place]!);
      return hiddenTables.includes(camelCase(entry.table)) ? [] : [relatedField(entry)];
    }),
  };
};

const summarize = (main?: ChangeEntry) => {
  if (main?.before && main.after) return 'update';
  if (main?.before) return 'delete';
  return main?.after ? 'create' : 'update';
};

/** Changed columns are read from the stored entry because that is all that remains for an erased user. */
const ownFields = ({ before, after }: ChangeEntry, stored: ChangeEntry): ChangedField[] => {
  const columns =
    stored.before && stored.after
      ? changedColumns(stored.before, stored.after)
      : Object.keys(before ?? after ?? {});
  return columns
    .filter(isTold)
    .map(column => ({ name: camelCase(column), before: before?.[column], after: after?.[column] }));
};

/** A row that hangs from the object: it shows as a whole, under the name of its table. */
const relatedField = ({ table, before, after }: ChangeEntry): ChangedField => ({
  name: camelCase(table),
  before: camelCaseRow(before),
  after: camelCaseRow(after),
});

const camelCaseRow = (row: ChangeEntry['before']) =>
  row
    ? Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => isTold(column))
          .map(([column, value]) => [camelCase(column), value]),
      )
    : undefined;

/** Whose it all is goes without saying. */
const isTold = (column: string) => column !== 'tenant_id';
