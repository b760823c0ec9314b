import type { Kysely } from 'kysely';
import type { ChangeEntry, Tables } from '../tables.ts';
import type { WriteRecord } from '../write-record.ts';
import { sealedPart } from './open.ts';
import type { PersonKey } from './person-key.ts';
import type { PersonKeys, Sealer } from './person-keys.ts';
import { divide, type Owner, personOfEvent } from './personal-columns.ts';
import { ownersIn, personBehind, sealChange, sealOrigin } from './seal-change.ts';
import { markLookalikes } from './sealed-values.ts';

type JsonRow = Record<string, unknown>;

/** People whom a write deletes or brings back: the one begins the time until their erasure, the other ends it. */
type Departures = { gone: string[]; back: string[] };

export type SealedRecord = WriteRecord & { newKeys: Sealer['newKeys']; departures: Departures };

/** Puts what a write tells of people under their keys, before it is stored. */
export const sealRecord = async (
  keys: PersonKeys,
  db: Kysely<Tables>,
  written: WriteRecord,
  made: Map<string, PersonKey>,
): Promise<{ record: SealedRecord; keep(): void }> => {
  const { actor: name, via } = written.origin;
  const record = {
    ...written,
    origin: { ...written.origin, ...markLookalikes({ actor: name, via }) },
    change: markLookalikes(written.change),
  };
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
    // Restored users already have a key.
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
      origin: actor ? sealOrigin(sealer, actor.userId, origin) : origin,
      change: sealChange(sealer, change),
      events: events.map(({ event, data }) => {
        const owner = personOfEvent(event, data);
        return { event, data: owner ? sealObject(sealer, subjectOf(owner), data as JsonRow) : data };
      }),
    },
  };
};

/** An object whose personal part is sealed in one piece. */
export const sealObject = (sealer: Pick<Sealer, 'seal'>, subject: string, object: JsonRow): JsonRow => {
  const { clear, personal } = divide(object);
  return { ...clear, [sealedPart]: sealer.seal(subject, personal) };
};
