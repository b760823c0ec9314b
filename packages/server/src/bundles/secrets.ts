import { isLedElsewhere } from '../domain/kept-secrets.ts';
import { valueAt, withValueAt } from './canonical.ts';
import type { Fields } from './kind.ts';

/** Shown in place of a secret that a file holds itself. */
const secretText = '(secret)';

const pattern = /^\$\{([A-Z][A-Z\d_]*)\}$/;

/** The name in `${NAME}`; undefined for any other value. */
export const variableIn = (value: unknown) =>
  typeof value === 'string' ? pattern.exec(value)?.[1] : undefined;

const variableOf = (parts: readonly string[]) =>
  parts
    .join('_')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toUpperCase();

/** A tenant's object with references in place of its secrets, and the secrets by their paths. */
export const hideSecrets = (
  fields: Fields,
  paths: readonly string[][],
  { owner, names }: { owner: string; names: Readonly<Record<string, string>> },
) => {
  const secrets = new Map<string, unknown>();
  const hidden = paths.reduce((result, path) => {
    const value = valueAt(fields, path);
    if (value === undefined || value === null || value === '') return result;
    const key = path.join('.');
    secrets.set(key, value);
    return withValueAt(result, path, `\${${names[key] ?? variableOf([owner, ...path])}}`);
  }, fields);
  return { hidden, secrets };
};

export type ResolvedSecrets = {
  /** With the values in place: what is written. */
  resolved: Fields;
  /** With the references of the tenant where nothing changes: what is compared. */
  compared: Fields;
  /** The variables that are needed and were not given. */
  missing: string[];
  changed: Set<string>;
  /** The names that the file uses, by path. */
  names: Record<string, string>;
  /** Marks of the values that were given, by path. */
  marks: Record<string, string>;
};

/** Limits the information that a caller gets about the secrets of an object. */
type Knowledge = {
  /** The caller can read them. */
  isVisible: boolean;
  /** Marks a value. The mark depends on the caller. */
  mark(path: string, value: unknown): string;
};

/** The object of the tenant that a file is compared with. */
type Current = {
  secrets: ReadonlyMap<string, unknown>;
  secretMarks: Readonly<Record<string, string>>;
  hidden: Fields;
  fields: Fields;
};

/**
 * The secrets of a file. A variable that was not given leaves the tenant's value as it is. It is missing where the
 * tenant has none, would send it to another place, or would hand it to another script. Only callers who can read a secret,
 * or gave this value in the last apply, learn whether a value is the secret. For others each value that is given is a change.
 */
export const resolveSecrets = (
  fields: Fields,
  paths: readonly string[][],
  variables: Readonly<Record<string, string>>,
  { secrets: current, secretMarks, hidden, fields: before }: Current,
  { isVisible, mark }: Knowledge,
): ResolvedSecrets => {
  const written = paths.flatMap(path => {
    const value = valueAt(fields, path);
    if (value === undefined || value === null) return [];
    const key = path.join('.');
    const name = variableIn(value);
    const given = name ? variables[name] : value;
    const marked = given === undefined ? undefined : mark(key, given);
    const mayCompare = isVisible || secretMarks[key] === marked;
    return [{ path, key, name, value, given, marked, mayCompare }];
  });
  // A value that must not be compared differs from any other one.
  const settled = written.reduce((result, { path, key, given, mayCompare }) => {
    const value = given === undefined ? current.get(key) : mayCompare ? given : { given };
    return value === undefined ? result : withValueAt(result, path, value);
  }, fields);
  const mayKeep = !isLedElsewhere(before.config, settled.config) && before.script === fields.script;
  const result: ResolvedSecrets = {
    resolved: fields,
    compared: fields,
    missing: [],
    changed: new Set(),
    names: {},
    marks: {},
  };
  for (const { path, key, name, value: reference, given, marked, mayCompare } of written) {
    if (name) result.names[key] = name;
    if (marked) result.marks[key] = marked;
    const value = given ?? (mayKeep ? current.get(key) : undefined);
    if (value === undefined) {
      result.missing.push(name!);
      continue;
    }
    result.resolved = withValueAt(result.resolved, path, value);
    const isChanged = value !== current.get(key) || (given !== undefined && !mayCompare);
    if (isChanged) result.changed.add(key);
    const shown = isChanged ? (name ? reference : secretText) : valueAt(hidden, path);
    result.compared = withValueAt(result.compared, path, shown);
  }
  return result;
};

/** The variables that a file names. */
export const variableNames = (text: string) =>
  [...text.matchAll(/\$\{([A-Z][A-Z\d_]*)\}/g)].map(([, name = '']) => name);
