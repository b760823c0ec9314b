import { createHash } from 'node:crypto';
import type { Fields } from './kind.ts';

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same value, with its keys in order and nothing undefined: equal values are printed alike. */
export const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort(nameFirst)
      .filter(key => value[key] !== undefined)
      .map(key => [key, canonical(value[key])]),
  );
};

/** Readers look for the name of a thing first. */
const nameFirst = (one: string, other: string) => {
  if (one === 'name' || other === 'name') return one === 'name' ? -1 : 1;
  return one < other ? -1 : 1;
};

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));

export const hashOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('base64url');

export type Difference = { path: string; before?: unknown; after?: unknown };

/** Lists the differences field by field. Lists are compared as a whole. */
export const differences = (before: unknown, after: unknown, path: string[] = []): Difference[] => {
  if (isSame(before, after)) return [];
  if (isRecord(before) && isRecord(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .sort()
      .flatMap(key => differences(before[key], after[key], [...path, key]));
  return [
    {
      path: path.join('.'),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  ];
};

export const valueAt = (fields: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), fields);

/** A copy with another value at the path; nothing where the path leads nowhere. */
export const withValueAt = (
  fields: Fields,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): Fields => {
  if (rest.length === 0) return { ...fields, [key]: value };
  const inner = fields[key];
  return isRecord(inner) ? { ...fields, [key]: withValueAt(inner, rest, value) } : fields;
};

const textOf = (item: unknown) => JSON.stringify(canonical(item));

/** Sorted by its text, which no setting of a database changes, and without repetitions. */
const sorted = (list: readonly unknown[]) =>
  [...new Map(list.map(item => [textOf(item), item]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, item]) => item);

/** The same fields, with the lists in order whose order says nothing. */
export const withSortedSets = (fields: Fields, sets: readonly string[] = []): Fields =>
  sets.reduce((result, name) => {
    const path = name.split('.');
    const list = valueAt(result, path);
    return Array.isArray(list) ? withValueAt(result, path, sorted(list)) : result;
  }, fields);
