import { setImmediate } from 'node:timers/promises';
import type { BundleChange, BundleFile, BundlePlan } from '@gatehouse/contract/bundles.ts';
import { RequestError } from '../request-error.ts';
import { differences, hashOf, isSame, valueAt, withSortedSets } from './canonical.ts';
import { kindOf, readFields } from './files.ts';
import type { Fields, Kind, Reading } from './kind.ts';
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
};

export type Comparison = {
  wanted: Wanted[];
  /** Objects that exist in the tenant but not in the files. */
  others: Held[];
  plan: BundlePlan;
};

const filesAtOnce = 20;

export type Given = {
  files: readonly BundleFile[];
  variables?: Record<string, string>;
  delete?: boolean;
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

/** Compares files with a tenant. Throws for a file that cannot be applied. */
export const compare = (
  state: TenantState,
  files: readonly ReadFile[],
  given: Omit<Given, 'files'>,
  maySeeSecrets: Reading['maySeeSecrets'],
): Comparison => {
  const wanted = files.map(file =>
    readWanted(state, file, given.variables ?? {}, maySeeSecrets(file.kind.entity)),
  );
  const paths = new Set(wanted.map(({ path }) => path));
  const others = [...state.held.values()].filter(
    ({ path, kind, id }) => !paths.has(path) && !kind.isSingle && !state.kept.has(id),
  );
  requireReferences(wanted, state, given.delete ? new Set(others.map(refOf)) : new Set());
  const missing = wanted.flatMap(({ path, secrets }) => secrets.missing.map(name => ({ path, name })));
  if (missing[0]) throw new RequestError('bundle.missing_variable', { data: { ...missing[0], missing } });
  const changes = [
    ...wanted.flatMap(one => changeOf(one) ?? []),
    ...others.map(({ path, name }): BundleChange => {
      return { action: given.delete ? 'delete' : 'unlisted', path, name, fields: [] };
    }),
  ];
  const isWritten = ({ action }: BundleChange) => action !== 'unlisted';
  const compared = [...state.held.values()].map(({ path, hash }) => [path, hash]);
  return {
    wanted,
    others,
    plan: {
      changes,
      unchanged:
        wanted.length - changes.filter(change => isWritten(change) && change.action !== 'delete').length,
      fingerprint: hashOf([compared, changes]),
    },
  };
};

const readWanted = (
  state: TenantState,
  { kind, slug, path, fields }: ReadFile,
  variables: Record<string, string>,
  isVisible: boolean,
): Wanted => {
  const held = state.held.get(path);
  if (held) requireSame(held, fields);
  // The product brings an object of this name along, which has no file.
  else if (isHeld(state, kind.folder, slug))
    throw new RequestError('bundle.unknown_file', { data: { path } });
  const none = { secrets: new Map<string, unknown>(), hidden: {}, fields: {} };
  const secrets = resolveSecrets(fields, kind.secretsOf?.(fields) ?? [], variables, {
    ...(held ?? none),
    isVisible,
  });
  return { kind, slug, path, name: nameOf(fields) ?? held?.name ?? slug, secrets, held };
};

/** Some fields are for life: a file that says otherwise means another object. */
const requireSame = ({ kind, path, fields: before }: Held, fields: Fields) => {
  const field = kind.fixed?.find(name => {
    const at = name.split('.');
    return !isSame(valueAt(before, at) ?? null, valueAt(fields, at) ?? null);
  });
  if (field) throw new RequestError('bundle.fixed_field', { data: { path, field } });
};

const nameOf = ({ name, connectorName }: Fields) =>
  [connectorName, name].find((each): each is string => typeof each === 'string');

const refOf = ({ kind, slug }: Pick<Held, 'kind' | 'slug'>) => `${kind.folder}/${slug}`;

const requireReferences = (wanted: readonly Wanted[], state: TenantState, deleted: ReadonlySet<string>) => {
  const written = new Set(wanted.map(refOf));
  for (const { kind, path, secrets } of wanted)
    for (const { kind: target, slug } of kind.referencesOf?.(secrets.resolved) ?? []) {
      const ref = `${target}/${slug}`;
      if (written.has(ref) || (isHeld(state, target, slug) && !deleted.has(ref))) continue;
      throw unknownReference(target, slug, path);
    }
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
