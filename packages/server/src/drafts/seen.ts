import { createHash } from 'node:crypto';
import { camelCase } from '../database/catalog.ts';
import { changedColumns } from '../database/recorder.ts';
import type { ChangeEntry } from '../database/tables.ts';

/** The columns of a row that a request met, as hashes. */
type SeenRow = Readonly<Record<string, string>>;
export type Seen = Readonly<Record<string, SeenRow>>;

const hash = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
    .slice(0, 12);

const keyOf = ({ table, key }: ChangeEntry) => JSON.stringify([table, key]);

/** The rows as they were before the entries. Rows that did not exist yet have no past. */
export const seenBy = (entries: readonly ChangeEntry[]): Seen =>
  Object.fromEntries(
    entries.flatMap(entry => {
      const { before } = entry;
      if (!before) return [];
      const columns = Object.entries(before).map(([column, value]) => [column, hash(value)]);
      return [[keyOf(entry), Object.fromEntries(columns)]];
    }),
  );

const columnsOf = ({ before, after }: ChangeEntry) => {
  if (!before) return [];
  return changedColumns(after ? before : {}, after ?? before);
};

/** The fields that an entry changes and that were different when its request was added. */
export const conflictingFields = (entries: readonly ChangeEntry[], seen: Seen): string[] =>
  entries.flatMap(entry => {
    const known = seen[keyOf(entry)];
    const conflicts = columnsOf(entry).filter(column => known?.[column] !== hash(entry.before?.[column]));
    if (!conflicts.length) return [];
    return entry.after ? conflicts.map(camelCase) : [camelCase(entry.table)];
  });

/** The same for the same effects. What is created has another ID each time. */
export const fingerprintOf = (requestIds: readonly string[], entries: readonly ChangeEntry[]) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        requestIds,
        entries
          .filter(({ before }) => before !== null)
          .map(entry => [
            keyOf(entry),
            columnsOf(entry).map(column => [column, hash(entry.before?.[column])]),
          ]),
      ]),
    )
    .digest('base64url');
