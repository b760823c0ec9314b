import type { BundleChange, BundlePlan } from '@gatehouse/contract/bundles.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { databaseError } from '../http/database-errors.ts';
import { RequestError } from '../request-error.ts';
import type { Reading as AnyReading, Fields, Kind, Writing } from './kind.ts';
import { type Comparison, compare, type Given, readFiles, type Wanted } from './plan.ts';
import type { References } from './references.ts';
import { readTenantState, rememberApplied } from './tenant-state.ts';

type Reading = Omit<AnyReading, 'references'>;

/** Returns the changes that an apply would make. */
export const planBundle = async (kinds: readonly Kind[], reading: Reading, given: Given) => {
  const files = await readFiles(kinds, given.files);
  const comparison = compare(await readTenantState(kinds, reading, files), files, given, reading);
  return withConflicts(reading.db, comparison);
};

/** Does it, in the transaction of the caller. */
export const applyBundle = async (
  kinds: readonly Kind[],
  reading: Reading,
  given: Given & { overwrite?: boolean; fingerprint?: string },
): Promise<BundlePlan> => {
  const files = await readFiles(kinds, given.files);
  await oneAfterTheOther(reading.db);
  const state = await readTenantState(kinds, reading, files);
  const comparison = compare(state, files, given, reading);
  const plan = await withConflicts(reading.db, comparison);
  if (given.fingerprint !== undefined && given.fingerprint !== plan.fingerprint)
    throw new RequestError('bundle.outdated_plan');
  const conflicts = plan.changes.filter(({ conflict }) => conflict);
  if (conflicts.length && !given.overwrite)
    throw new RequestError('bundle.conflict', { data: { paths: conflicts.map(({ path }) => path) } });
  const writing = { ...reading, references: state.references };
  await write(kinds, writing, comparison);
  await keepApplied(kinds, reading, comparison.wanted, state.references);
  return plan;
};

/** Two applies of a tenant come one after the other. */
export const oneAfterTheOther = (db: Kysely<Tables>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('bundle ' || current_setting('app.tenant'), 0))`.execute(
    db,
  );

const write = async (kinds: readonly Kind[], writing: Writing, { wanted, deleted, plan }: Comparison) => {
  const changed = new Set(plan.changes.map(({ path }) => path));
  // Referenced objects are written before the objects that refer to them, and deleted after them.
  for (const kind of kinds)
    for (const one of wanted)
      if (one.kind === kind && changed.has(one.path))
        await naming(one.path, () => writeOne(writing, one), one.secrets.resolved);
  for (const kind of kinds.toReversed())
    for (const held of deleted)
      if (held.kind === kind) await naming(held.path, async () => kind.delete?.(writing, held.id));
};

const writeOne = async (writing: Writing, { kind, slug, secrets, held, path }: Wanted) => {
  if (held) return kind.update(writing, held.id, secrets.resolved, held.fields);
  if (!kind.create) throw new RequestError('bundle.unknown_file', { data: { path } });
  writing.references.add(kind.folder, await kind.create(writing, secrets.resolved), slug);
};

const uniqueViolation = '23505';

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === uniqueViolation;

/** A refusal names the file that it is about, and the name or identifier that is taken. */
const naming = async (path: string, work: () => Promise<void>, { name, indicator }: Fields = {}) => {
  try {
    await work();
  } catch (thrown) {
    const error = isTaken(thrown) ? databaseError(thrown) : thrown;
    if (!(error instanceof RequestError)) throw thrown;
    const { code, data, details, violations } = error;
    const named = { name, indicator, ...(data as object | undefined), path };
    throw new RequestError(code, { data: named, violations, cause: error, ...(details ? { details } : {}) });
  }
};

/** Records the tenant's current state as applied, however the files express it. */
const keepApplied = async (
  kinds: readonly Kind[],
  reading: Reading,
  wanted: readonly Wanted[],
  references: References,
) => {
  const named = wanted.map(one => ({
    ...one,
    id: one.held?.id ?? references.idOf(one.kind.folder, one.slug),
  }));
  const rows = named.map(({ kind, id, slug, secrets, held }) => ({
    kind: kind.folder,
    objectId: id,
    slug,
    secretNames: secrets.names,
    secretMarks: { ...held?.secretMarks, ...secrets.marks },
  }));
  await rememberApplied(
    reading.db,
    rows.map(row => ({ ...row, appliedHash: null })),
  );
  const { held } = await readTenantState(kinds, reading);
  await rememberApplied(
    reading.db,
    named.flatMap(({ path }, index) => {
      const hash = held.get(path)?.hash;
      return hash ? [{ ...rows[index]!, appliedHash: hash }] : [];
    }),
  );
};

/** Marks what others changed after the last apply. */
const withConflicts = async (
  db: Kysely<Tables>,
  { plan, wanted, others }: Comparison,
): Promise<BundlePlan> => {
  const held = new Map([...wanted.flatMap(one => one.held ?? []), ...others].map(one => [one.path, one]));
  const changes: BundleChange[] = [];
  for (const change of plan.changes) {
    const object = change.action === 'unlisted' ? undefined : held.get(change.path);
    const isForeign = object?.appliedHash && object.appliedHash !== object.hash;
    changes.push(
      isForeign ? { ...change, conflict: await lastChange(db, object.kind.entity, object.id) } : change,
    );
  }
  return { ...plan, changes };
};

/** The author and the time of the last change of an object, as far as a change of this object alone tells. */
export const lastChange = async (
  db: Kysely<Tables>,
  objectKind: string,
  objectId: string,
): Promise<NonNullable<BundleChange['conflict']>> => {
  const change = await db
    .selectFrom('changes')
    .select(['id', 'actor', 'createdAt'])
    .where('objectKind', '=', objectKind)
    .where('objectId', '=', objectId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return change
    ? { actor: change.actor.name ?? change.actor.id, at: change.createdAt, changeId: change.id }
    : {};
};
