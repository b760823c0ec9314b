import type { Kysely } from 'kysely';
import type { WriteRecord } from '../record.ts';
import type { ChangeEntry, Origin, Tables } from '../tables.ts';
import { sealedPart } from './open.ts';
import type { PersonKey, PersonKeys, Sealer } from './person-keys.ts';
import { divide, isUserKind, type Owner, personalPartOf, personOfEvent } from './personal-columns.ts';
import { sealedSubject } from './sealed-values.ts';

type JsonRow = Record<string, unknown>;

/** People whom a write deletes or brings back: the one begins the time until their erasure, the other ends it. */
type Departures = { gone: string[]; back: string[] };

export type SealedRecord = WriteRecord & { newKeys: Sealer['newKeys']; departures: Departures };

/** Puts what a write tells of people under their keys, before it is stored. */
export const sealRecord = async (
  keys: PersonKeys,
  db: Kysely<Tables>,
  record: WriteRecord,
  made: Map<string, PersonKey>,
): Promise<{ record: SealedRecord; keep(): void }> => {
  const { origin, change, events } = record;
  const owners = ownersIn(record);
  const actor = personBehind(record);
  const userIds = [...owners, ...(actor ? [actor] : [])].flatMap(owner =>
    'userId' in owner ? owner.userId : [],
  );
  const identifiers = owners.flatMap(owner => ('identifier' in owner ? owner.identifier : []));
  const users = change?.entries.filter(({ table }) => table === 'users') ?? [];
  const idsOf = (entries: ChangeEntry[]) => entries.map(({ key }) => String(key.id));
  const gone = idsOf(users.filter(({ after }) => !after));
  const added = idsOf(users.filter(({ before }) => !before));
  const isUndo = change?.reverts != null;
  const departures = { gone, back: isUndo ? added : [] };
  if (!userIds.length && !identifiers.length)
    return { record: { ...record, newKeys: [], departures }, keep: () => undefined };
  const sealer = await keys.sealer(db, record.tenantId, {
    subjects: userIds,
    identifiers,
    made,
    // What comes back had a key before.
    newSubjects: new Set(isUndo ? [] : added.filter(id => !gone.includes(id))),
  });
  const subjectOf = (owner: Owner) =>
    'userId' in owner ? owner.userId : sealer.identifierSubject(owner.identifier);
  return {
    keep: sealer.keep,
    record: {
      ...record,
      newKeys: sealer.newKeys,
      departures,
      origin: actor ? sealOrigin(sealer, subjectOf(actor), origin) : origin,
      change: change && {
        ...change,
        object: { ...change.object, name: sealName(sealer, change, subjectOf) },
        entries: change.entries.map(entry => sealEntry(sealer, entry, subjectOf)),
      },
      events: events.map(({ event, data }) => {
        const owner = personOfEvent(event, data);
        return { event, data: owner ? sealObject(sealer, subjectOf(owner), data as JsonRow) : data };
      }),
    },
  };
};

type SubjectOf = (owner: Owner) => string;

const ownersIn = ({ change, events }: WriteRecord): Owner[] => [
  ...(change?.entries ?? []).flatMap(({ table, before, after }) =>
    [before, after].flatMap(row => (row && personalPartOf(table, row)?.owner) ?? []),
  ),
  ...(change && isUserKind(change.object.kind) ? [{ userId: change.object.id }] : []),
  ...events.flatMap(({ event, data }) => personOfEvent(event, data) ?? []),
];

/** Whose address and browser the request came from: the user who acts, or the one who signs in or registers. */
const personBehind = (record: WriteRecord): Owner | undefined => {
  const { actor } = record.origin;
  if (actor.kind === 'user') return { userId: actor.id };
  return actor.kind === 'system' ? ownersIn(record).find(owner => 'userId' in owner) : undefined;
};

/** Only what is personal: what was done, by which ID and through which route stays readable. */
export const sealOrigin = (sealer: Sealer, subject: string, origin: Origin): Origin => {
  const { actor, via } = origin;
  const sealed = (text: string | undefined) =>
    text === undefined || sealedSubject(text) ? text : (sealer.seal(subject, text) ?? undefined);
  return {
    ...origin,
    actor: { ...actor, ...(actor.kind === 'user' ? { name: sealed(actor.name) } : {}) },
    via: { ...via, ip: sealed(via.ip), userAgent: sealed(via.userAgent) },
  };
};

/** What did not change is sealed once and reads the same before and after: so the history knows what changed without the key. */
const sealEntry = (sealer: Pick<Sealer, 'seal'>, entry: ChangeEntry, subjectOf: SubjectOf): ChangeEntry => {
  const before = entry.before && sealRow(sealer, entry.table, entry.before, subjectOf);
  const after = entry.after && sealRow(sealer, entry.table, entry.after, subjectOf);
  if (!before || !after) return { ...entry, before, after };
  const same = Object.keys(after).filter(
    column => JSON.stringify(entry.before?.[column]) === JSON.stringify(entry.after?.[column]),
  );
  const unchanged = Object.fromEntries(same.map(column => [column, before[column]]));
  return { ...entry, before, after: { ...after, ...unchanged } };
};

const sealRow = (
  sealer: Pick<Sealer, 'seal'>,
  table: string,
  row: JsonRow,
  subjectOf: SubjectOf,
): JsonRow => {
  const part = personalPartOf(table, row);
  if (!part) return row;
  const sealed = part.columns
    .filter(column => !isEmpty(row[column]) && !sealedSubject(row[column]))
    .map(column => [column, sealer.seal(subjectOf(part.owner), row[column])]);
  return { ...row, ...Object.fromEntries(sealed) };
};

/** The name of an object tells of a person when the object is one, or when it is called by something of theirs. */
const sealName = (
  sealer: Sealer,
  { object, entries }: NonNullable<WriteRecord['change']>,
  subjectOf: SubjectOf,
) => {
  const { kind, id, name } = object;
  if (name === undefined || sealedSubject(name)) return name;
  if (isUserKind(kind)) return sealer.seal(id, name) ?? undefined;
  for (const { table, before, after } of entries)
    for (const row of [before, after]) {
      const part = row && personalPartOf(table, row);
      if (part?.columns.some(column => row?.[column] === name))
        return sealer.seal(subjectOf(part.owner), name) ?? undefined;
    }
  return name;
};

/** An object whose personal part is sealed in one piece. */
export const sealObject = (sealer: Sealer, subject: string, object: JsonRow): JsonRow => {
  const { clear, personal } = divide(object);
  return { ...clear, [sealedPart]: sealer.seal(subject, personal) };
};

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

type Told = { entries: ChangeEntry[]; objectName: string | null; actor: Origin['actor']; via: Origin['via'] };

/** A change of a version that sealed nothing, without what it says about a person. What is sealed stays as it is. */
export const withoutPersonalData = (
  userId: string,
  { entries, objectId, objectName, actor, via }: Told & { objectId: string },
): Told => {
  const nobody: Pick<Sealer, 'seal'> = { seal: () => null };
  const subjectOf = (owner: Owner) => ('userId' in owner ? owner.userId : '');
  const isTheirs = ({ table, before, after }: ChangeEntry) => {
    const owner = personalPartOf(table, after ?? before ?? {})?.owner;
    return owner !== undefined && subjectOf(owner) === userId;
  };
  const isActor = actor.id === userId;
  const kept = (text: string | undefined) => (sealedSubject(text) ? text : undefined);
  return {
    entries: entries.map(entry => (isTheirs(entry) ? sealEntry(nobody, entry, subjectOf) : entry)),
    objectName: objectId === userId && !sealedSubject(objectName) ? null : objectName,
    actor: isActor && actor.name !== undefined ? { ...actor, name: kept(actor.name) } : actor,
    via:
      isActor && (via.ip || via.userAgent)
        ? { ...via, ip: kept(via.ip), userAgent: kept(via.userAgent) }
        : via,
  };
};
