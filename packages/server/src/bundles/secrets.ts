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
};

/**
 * The secrets of a file. A variable that was not given leaves the tenant's value as it is. It is missing where the
 * tenant has none, would send it to another place, or would hand it to another script.
 */
export const resolveSecrets = (
  fields: Fields,
  paths: readonly string[][],
  variables: Readonly<Record<string, string>>,
  {
    secrets: current,
    hidden,
    fields: before,
    isVisible,
  }: { secrets: ReadonlyMap<string, unknown>; hidden: Fields; fields: Fields; isVisible: boolean },
): ResolvedSecrets => {
  const mayKeep = !isLedElsewhere(before.config, fields.config) && before.script === fields.script;
  const result: ResolvedSecrets = {
    resolved: fields,
    compared: fields,
    missing: [],
    changed: new Set(),
    names: {},
  };
  for (const path of paths) {
    const written = valueAt(fields, path);
    if (written === undefined || written === null) continue;
    const key = path.join('.');
    const name = variableIn(written);
    if (name) result.names[key] = name;
    const given = name ? variables[name] : written;
    const value = given ?? (mayKeep ? current.get(key) : undefined);
    if (value === undefined) {
      result.missing.push(name!);
      continue;
    }
    result.resolved = withValueAt(result.resolved, path, value);
    // A caller that may not see a secret does not learn whether a guess is right.
    const isChanged = value !== current.get(key) || (given !== undefined && !isVisible);
    if (isChanged) result.changed.add(key);
    const shown = isChanged ? (name ? written : secretText) : valueAt(hidden, path);
    result.compared = withValueAt(result.compared, path, shown);
  }
  return result;
};

/** The variables that a file names. */
export const variableNames = (text: string) =>
  [...text.matchAll(/\$\{([A-Z][A-Z\d_]*)\}/g)].map(([, name = '']) => name);
