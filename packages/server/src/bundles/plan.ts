import { setImmediate } from 'node:timers/promises';
import type { BundleChange, BundleFile, BundlePlan } from '@gatehouse/contract/bundles.ts';
import { RequestError } from '../request-error.ts';
import { differences, hashOf, isSame, valueAt, withSortedSets } from './canonical.ts';
import { kindOf, readFields } from './files.ts';
import type { Fields, Kind, Reading, Reference } from './kind.ts';
import { unknownReference } from './references.ts';
import { type ResolvedSecrets, resolveSecrets } from './secrets.ts';
import type { Held, Named, TenantState } from './tenant-state.ts';

export type Wanted = {
  kind: Kind;
  slug: string;
  path: string;
  name: string;
  secrets: ResolvedSecrets;
  held: Held | undefined;
  references: Reference[];
  /** Keeps the file from being applied. */
  fixed: string | undefined;
};

export type Comparison = {
  wanted: Wanted[];
  /** Objects that exist in the tenant but not in the files. */
  others: Held[];
  /** The objects among them that are deleted. */
  deleted: Held[];
  plan: BundlePlan;
};

/** The caller, as far as it decides what a plan tells about secrets. */
type Caller = Pick<Reading, 'vault' | 'callerId' | 'maySeeSecrets'>;

const filesAtOnce = 20;

export type Given = {
  files: readonly BundleFile[];
  variables?: Record<string, string>;
  /** The paths of the files that count, if not all. */
  only?: readonly string[];
  /** Whether what the files do not list is deleted, or the paths of what is. */
  delete?: boolean | readonly string[];
  /** Says what is missing instead of throwing. */
  preview?: boolean;
};

export type ReadFile = Named & { path: string };

/** Reads files; throws for one that says nothing that could be applied. */
export const readFiles = async (kinds: readonly Kind[], files: readonly BundleFile[]) => {
  const read: ReadFile[] = [];
  for (const file of files) {
    const { kind, slug } = kindOf(kinds, file.path);
    read.push({ kind, slug, path: file.path, fields: withSortedSets(readFields(kind, file), kind.sets) });
    // Many files take a while: other requests are answered in between.
    if (read.length % filesAtOnce === 0) await setImmediate();
  }
  return read;
};

/** Compares files with a tenant. Throws for a file that cannot be applied, unless it is a preview. */
export const compare = (
  state: TenantState,
  files: readonly ReadFile[],
  given: Omit<Given, 'files'>,
  reading: Caller,
): Comparison => {
  const only = given.only && new Set(given.only);
  const wanted = files
    .filter(({ path }) => !only || only.has(path))
    .map(file => readWanted(state, file, given.variables ?? {}, reading));
  const paths = new Set(files.map(({ path }) => path));
  const others = [...state.held.values()].filter(
    ({ path, kind, id }) => !paths.has(path) && !kind.isSingle && !state.kept.has(id),
  );
  const chosen = typeof given.delete === 'object' ? new Set(given.delete) : undefined;
  const deleted = others.filter(({ path }) => (chosen ? chosen.has(path) : given.delete));
  const unknown = unknownReferences(wanted, state, new Set(deleted.map(refOf)));
  if (!given.preview) requireWhole(wanted, unknown);
  const written = new Set(wanted.map(refOf));
  const deletedPaths = new Set(deleted.map(({ path }) => path));
  const changes = [
    ...wanted.flatMap(one => {
      const change = changeOf(one);
      if (!change) return [];
      return given.preview ? { ...change, ...needsOf(one, unknown, written) } : change;
    }),
    ...others.flatMap(({ path, name }): BundleChange[] => {
      if (deletedPaths.has(path)) return [{ action: 'delete', path, name, fields: [] }];
      return only ? [] : [{ action: 'unlisted', path, name, fields: [] }];
    }),
  ];
  const isWritten = ({ action }: BundleChange) => action !== 'unlisted';
  const compared = [...state.held.values()].map(({ path, hash }) => [path, hash]);
  return {
    wanted,
    others,
    deleted,
    plan: {
      changes,
      unchanged:
        wanted.length - changes.filter(change => isWritten(change) && change.action !== 'delete').length,
      fingerprint: hashOf([compared, changes.map(({ action, path, fields }) => [action, path, fields])]),
    },
  };
};

/** Throws for the first file that cannot be applied. */
const requireWhole = (wanted: readonly Wanted[], unknown: ReadonlyMap<string, readonly Reference[]>) => {
  const kept = wanted.find(({ fixed }) => fixed);
  if (kept) throw new RequestError('bundle.fixed_field', { data: { path: kept.path, field: kept.fixed } });
  for (const [path, [first]] of unknown) if (first) throw unknownReference(first.kind, first.slug, path);
  const missing = wanted.flatMap(({ path, secrets }) => secrets.missing.map(name => ({ path, name })));
  if (missing[0]) throw new RequestError('bundle.missing_variable', { data: { ...missing[0], missing } });
};

/** The parts of a change that only a preview has: all that a person has to decide on or to enter. */
const needsOf = (
  { path, references, secrets, fixed }: Wanted,
  unknown: ReadonlyMap<string, readonly Reference[]>,
  written: ReadonlySet<string>,
): Partial<BundleChange> => {
  const missing = new Set(secrets.missing);
  const known = references.filter(reference => written.has(nameOfReference(reference)));
  return {
    references: [...new Set(known.map(reference => `${nameOfReference(reference)}.yaml`))].sort(),
    unknown: [...new Set((unknown.get(path) ?? []).map(nameOfReference))].sort(),
    secrets: Object.entries(secrets.names).map(([field, name]) => ({
      name,
      field,
      isSet: !missing.has(name),
    })),
    ...(fixed ? { fixed } : {}),
  };
};

const readWanted = (
  state: TenantState,
  { kind, slug, path, fields }: ReadFile,
  variables: Record<string, string>,
  { vault, callerId, maySeeSecrets }: Caller,
): Wanted => {
  const held = state.held.get(path);
  // The product brings an object of this name along, which has no file.
  if (!held && isHeld(state, kind.folder, slug))
    throw new RequestError('bundle.unknown_file', { data: { path } });
  const none = { secrets: new Map<string, unknown>(), secretMarks: {}, hidden: {}, fields: {} };
  const secrets = resolveSecrets(fields, kind.secretsOf?.(fields) ?? [], variables, held ?? none, {
    isVisible: !kind.isWriteOnly && maySeeSecrets(kind.entity),
    mark: (at, value) =>
      vault.mark(`bundle secret ${JSON.stringify([callerId, path, at, value])}`).toString('base64url'),
  });
  const references = kind.referencesOf?.(secrets.resolved) ?? [];
  const fixed = held && fixedField(held, fields);
  return { kind, slug, path, name: nameOf(fields) ?? held?.name ?? slug, secrets, held, references, fixed };
};

/** Some fields are for life: a file that says otherwise means another object. */
const fixedField = ({ kind, fields: before }: Held, fields: Fields) =>
  kind.fixed?.find(name => {
    const at = name.split('.');
    return !isSame(valueAt(before, at) ?? null, valueAt(fields, at) ?? null);
  });

const nameOf = ({ name, connectorName }: Fields) =>
  [connectorName, name].find((each): each is string => typeof each === 'string');

const refOf = ({ kind: { folder }, slug }: Pick<Held, 'kind' | 'slug'>) =>
  nameOfReference({ kind: folder, slug });

const nameOfReference = ({ kind, slug }: Reference) => `${kind}/${slug}`;

/** References to what is neither written nor kept, by the paths of the files that have them. */
const unknownReferences = (
  wanted: readonly Wanted[],
  state: TenantState,
  deleted: ReadonlySet<string>,
): Map<string, Reference[]> => {
  const written = new Set(wanted.map(refOf));
  const isUnknown = (reference: Reference) => {
    const ref = nameOfReference(reference);
    return !written.has(ref) && (deleted.has(ref) || !isHeld(state, reference.kind, reference.slug));
  };
  return new Map(wanted.map(({ path, references }) => [path, references.filter(isUnknown)]));
};

const isHeld = ({ references }: TenantState, kind: string, slug: string) => {
  try {
    references.idOf(kind, slug);
    return true;
  } catch {
    return false;
  }
};

/** The change that an apply would make to the object of one file, or undefined if the object matches. */
const changeOf = ({ path, name, secrets, held }: Wanted): BundleChange | undefined => {
  if (!held) return { action: 'create', path, name, fields: hiddenDifferences(undefined, secrets) };
  const fields = hiddenDifferences(held.hidden, secrets);
  return fields.length ? { action: 'update', path, name, fields } : undefined;
};

const hiddenDifferences = (before: Fields | undefined, { compared, changed }: ResolvedSecrets) => {
  const plain = differences(before ?? {}, compared).filter(({ path }) => !changed.has(path));
  const secret = [...changed].map(path => ({ path, isSecret: true }));
  return [...plain, ...secret].sort((one, other) => (one.path < other.path ? -1 : 1));
};
