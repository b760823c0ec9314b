import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { hashOf, withSortedSets } from './canonical.ts';
import { pathOf } from './files.ts';
import type { Fields, Kind, Reading } from './kind.ts';
import { createReferences, type References } from './references.ts';
import { hideSecrets } from './secrets.ts';
import { assignSlugs } from './slugs.ts';

/** An object of the tenant beside its file. */
export type Held = {
  kind: Kind;
  id: string;
  slug: string;
  name: string;
  path: string;
  /** As read: with secrets. */
  fields: Fields;
  /** As printed: with references to them. */
  hidden: Fields;
  secrets: ReadonlyMap<string, unknown>;
  /** Marks of the values that callers gave in their last apply. */
  secretMarks: Readonly<Record<string, string>>;
  hash: string;
  /** The hash at the last apply, if there was one. */
  appliedHash: string | null;
};

export type TenantState = {
  held: Map<string, Held>;
  references: References;
  /** The application that runs the apply, which a bundle never deletes. */
  kept: ReadonlySet<string>;
};

/** A file, as far as it says which object it is about. */
export type Named = { kind: Kind; slug: string; fields: Fields };

type Known = {
  objectId: string;
  slug: string;
  appliedHash: string | null;
  secretNames: unknown;
  secretMarks: unknown;
};

/** Everything that is configured, in the shape of files. One statement or a few for each kind, however many objects. */
export const readTenantState = async (
  kinds: readonly Kind[],
  reading: Omit<Reading, 'references'>,
  files: readonly Named[] = [],
): Promise<TenantState> => {
  const references = createReferences();
  const held = new Map<string, Held>();
  const known = await readKnown(reading.db);
  for (const kind of kinds) {
    const found = (await kind.read({ ...reading, references })).map(object => ({
      ...object,
      fields: withSortedSets(object.fields, kind.sets),
    }));
    const ofKind = known.get(kind.folder) ?? new Map<string, Known>();
    const slugs = assignSlugs(
      found.map(({ fields, ...object }) => ({ ...object, key: keyOf(kind, fields) })),
      new Map([...ofKind].map(([id, { slug }]) => [id, slug])),
      new Map(
        files.flatMap(file => (file.kind === kind ? [[file.slug, keyOf(kind, file.fields)] as const] : [])),
      ),
    );
    for (const { id, name, fields, isBuiltIn } of found) {
      const before = ofKind.get(id);
      const slug = kind.isSingle ? kind.folder : slugs.get(id)!;
      references.add(kind.folder, id, slug);
      if (isBuiltIn) continue;
      const path = pathOf(kind, slug);
      const names = (before?.secretNames ?? {}) as Record<string, string>;
      const owner = kind.isSingle ? kind.folder : `${kind.folder}_${slug}`;
      const { hidden, secrets } = hideSecrets(fields, kind.secretsOf?.(fields) ?? [], { owner, names });
      const appliedHash = before?.appliedHash ?? null;
      held.set(path, {
        kind,
        id,
        slug,
        name,
        path,
        fields,
        hidden,
        secrets,
        secretMarks: (before?.secretMarks ?? {}) as Record<string, string>,
        hash: hashOf(hidden),
        appliedHash,
      });
    }
  }
  return { held, references, kept: new Set([reading.callerId]) };
};

const keyOf = ({ key = [] }: Kind, fields: Fields) => JSON.stringify(key.map(name => fields[name] ?? null));

const readKnown = async (db: Kysely<Tables>) => {
  const rows = await db
    .selectFrom('bundleObjects')
    .select(['kind', 'objectId', 'slug', 'appliedHash', 'secretNames', 'secretMarks'])
    .execute();
  const known = new Map<string, Map<string, Known>>();
  for (const { kind, ...row } of rows) {
    const ofKind = known.get(kind) ?? new Map<string, Known>();
    ofKind.set(row.objectId, row);
    known.set(kind, ofKind);
  }
  return known;
};

type Slug = { kind: string; objectId: string; slug: string };

/** Remembers slugs, so that an object keeps its file when it is renamed. */
export const rememberSlugs = (db: Kysely<Tables>, state: TenantState) =>
  inBatches([...state.held.values()].map(slugRow), async batch => {
    await makeRoom(db, batch);
    await db
      .insertInto('bundleObjects')
      .values(batch)
      .onConflict(conflict => conflict.doNothing())
      .execute();
  });

type Applied = Slug & {
  appliedHash: string | null;
  secretNames: Record<string, string>;
  secretMarks: Record<string, string>;
};

/** Remembers what was applied: whatever is different later was changed by others. */
export const rememberApplied = (db: Kysely<Tables>, objects: readonly Applied[]) =>
  inBatches(objects, async batch => {
    await makeRoom(db, batch);
    await db
      .insertInto('bundleObjects')
      .values(batch)
      .onConflict(conflict =>
        conflict.columns(['tenantId', 'kind', 'objectId']).doUpdateSet(({ ref }) => ({
          slug: ref('excluded.slug'),
          appliedHash: ref('excluded.appliedHash'),
          secretNames: ref('excluded.secretNames'),
          secretMarks: ref('excluded.secretMarks'),
        })),
      )
      .execute();
  });

const slugRow = ({ kind, id, slug }: Held): Slug => ({ kind: kind.folder, objectId: id, slug });

/** The slugs of objects that are gone are free again. */
const makeRoom = (db: Kysely<Tables>, batch: readonly Slug[]) =>
  db
    .deleteFrom('bundleObjects')
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('kind', 'slug'),
        'in',
        batch.map(({ kind, slug }) => tuple(kind, slug)),
      ),
    )
    .where(({ not, eb, refTuple, tuple }) =>
      not(
        eb(
          refTuple('kind', 'objectId'),
          'in',
          batch.map(({ kind, objectId }) => tuple(kind, objectId)),
        ),
      ),
    )
    .execute();

const batchSize = 500;

const inBatches = async <Item>(items: readonly Item[], work: (batch: Item[]) => Promise<void>) => {
  for (let start = 0; start < items.length; start += batchSize)
    await work(items.slice(start, start + batchSize));
};
