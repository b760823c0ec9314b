import type { Change, ChangedField } from '@gatehouse/contract/changes.ts';
import { type EntityKind, entities } from '@gatehouse/contract/entities.ts';

type Row = Record<string, unknown> | undefined;

/** The part of a change over several objects that is about one of them, or about all of these kinds. */
export const partOfBatch = (
  { fields }: Pick<Change, 'fields'>,
  kinds: readonly EntityKind[],
  id?: string,
): ChangedField[] => {
  const tables = kinds.flatMap(kind => Object.keys(entities[kind].tables));
  const mainTables = kinds.map(kind => Object.keys(entities[kind].tables)[0]);
  const isAbout = (row: Row) => row !== undefined && Object.values(row).includes(id);
  return fields
    .filter(
      ({ name, before, after }) =>
        tables.includes(name) && (id === undefined || isAbout(before as Row) || isAbout(after as Row)),
    )
    .flatMap(field => (mainTables.includes(field.name) ? columnsOf(field) : [field]));
};

const columnsOf = ({ before, after }: ChangedField): ChangedField[] => {
  const [old, current] = [before as Row, after as Row];
  return Object.keys({ ...old, ...current })
    .filter(name => JSON.stringify(old?.[name]) !== JSON.stringify(current?.[name]))
    .map(name => ({ name, before: old?.[name], after: current?.[name] }));
};
