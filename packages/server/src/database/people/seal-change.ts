import type { ChangeEntry, Origin } from '../tables.ts';
import type { WriteRecord } from '../write-record.ts';
import type { Sealer } from './person-keys.ts';
import { isUserKind, type Owner, personalPartOf, personOfEvent } from './personal-columns.ts';
import { sealedSubject } from './sealed-values.ts';

type JsonRow = Record<string, unknown>;
type Told = Pick<WriteRecord, 'origin' | 'change' | 'events'>;
/** Enough of a sealer to seal with, or to find out what would have to be sealed. */
export type Sealing = Pick<Sealer, 'seal' | 'identifierSubject'>;

const subjectOf = (sealing: Sealing, owner: Owner) =>
  'userId' in owner ? owner.userId : sealing.identifierSubject(owner.identifier);

/** All users that a write contains data of. */
export const ownersIn = ({ change, events }: Told): Owner[] => [
  ...(change?.entries ?? []).flatMap(({ table, before, after }) =>
    [before, after].flatMap(row => (row && personalPartOf(table, row)?.owner) ?? []),
  ),
  ...(change && isUserKind(change.object.kind) ? [{ userId: change.object.id }] : []),
  ...events.flatMap(({ event, data }) => personOfEvent(event, data) ?? []),
];

/** Whose address and browser the request came from: the user who acts, or the one who signs in or registers. */
export const personBehind = (told: Told): { userId: string } | undefined => {
  const { actor } = told.origin;
  if (actor.kind === 'user') return { userId: actor.id };
  return actor.kind === 'system' ? ownersIn(told).find(owner => 'userId' in owner) : undefined;
};

/** A change with what it tells of people under their keys. What is sealed already stays as it is. */
export const sealChange = <Change extends WriteRecord['change']>(sealing: Sealing, change: Change): Change =>
  change && {
    ...change,
    object: { ...change.object, name: sealName(sealing, change) },
    entries: change.entries.map(entry => sealEntry(sealing, entry)),
  };

/** Only what is personal: what was done, by which ID and through which route stays readable. */
export const sealOrigin = <Told extends Pick<Origin, 'actor' | 'via'>>(
  sealing: Pick<Sealing, 'seal'>,
  subject: string,
  origin: Told,
): Told => {
  const { actor, via } = origin;
  const sealed = (text: string | undefined) =>
    text === undefined || sealedSubject(text) ? text : (sealing.seal(subject, text) ?? undefined);
  return {
    ...origin,
    actor: { ...actor, ...(actor.kind === 'user' ? { name: sealed(actor.name) } : {}) },
    via: { ...via, ip: sealed(via.ip), userAgent: sealed(via.userAgent) },
  };
};

/**
 * Unchanged values are sealed once and stay identical before and after, so the history shows which fields changed
 * without the key.
 */
const sealEntry = (sealing: Sealing, entry: ChangeEntry): ChangeEntry => {
  const before = entry.before && sealRow(sealing, entry.table, entry.before);
  const after = entry.after && sealRow(sealing, entry.table, entry.after);
  const key = sealKey(entry, after ?? before);
  if (!before || !after) return { ...entry, key, before, after };
  const same = Object.keys(after).filter(
    column => JSON.stringify(entry.before?.[column]) === JSON.stringify(entry.after?.[column]),
  );
  const unchanged = Object.fromEntries(same.map(column => [column, before[column]]));
  return { ...entry, key, before, after: { ...after, ...unchanged } };
};

/** A personal column can be part of the key, such as the name of a token. It reads there as it does in the row. */
const sealKey = ({ table, key, after, before }: ChangeEntry, sealed: JsonRow | null) => {
  const columns = personalPartOf(table, after ?? before ?? {})?.columns ?? [];
  const personal = columns.filter(column => column in key && sealed && column in sealed);
  return { ...key, ...Object.fromEntries(personal.map(column => [column, sealed?.[column]])) };
};

const sealRow = (sealing: Sealing, table: string, row: JsonRow): JsonRow => {
  const part = personalPartOf(table, row);
  if (!part) return row;
  const sealed = part.columns
    .filter(column => !isEmpty(row[column]) && !sealedSubject(row[column]))
    .map(column => [column, sealing.seal(subjectOf(sealing, part.owner), row[column])]);
  return { ...row, ...Object.fromEntries(sealed) };
};

/** The name of an object tells of a person when the object is one, or when it is called by something of theirs. */
const sealName = (sealing: Sealing, { object, entries }: NonNullable<WriteRecord['change']>) => {
  const { kind, id, name } = object;
  if (name === undefined || sealedSubject(name)) return name;
  if (isUserKind(kind)) return sealing.seal(id, name) ?? undefined;
  for (const { table, before, after } of entries)
    for (const row of [before, after]) {
      const part = row && personalPartOf(table, row);
      if (part?.columns.some(column => row?.[column] === name))
        return sealing.seal(subjectOf(sealing, part.owner), name) ?? undefined;
    }
  return name;
};

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
