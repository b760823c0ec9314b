import type { StoredChange } from '../chain/links.ts';
import type { ChangeEntry, Origin } from '../tables.ts';
import type { Sealer } from './person-keys.ts';
import { personBehind, type Sealing, sealChange, sealOrigin } from './seal-change.ts';

type SealerFor = (wanted: { subjects: string[]; identifiers: string[] }) => Promise<Sealer>;

type SealedColumns = {
  id: string;
  actor: Origin['actor'];
  via: Origin['via'];
  object_name: string | null;
  entries: ChangeEntry[];
};

/** Seals what an earlier version has left readable, and gives only those changes. Asks for no keys when there are none. */
export const sealStoredChanges = async (
  sealerFor: SealerFor,
  changes: readonly StoredChange[],
): Promise<SealedColumns[]> => {
  const subjects = new Set<string>();
  const identifiers = new Set<string>();
  let isReadable = false;
  const probe: Sealing = {
    identifierSubject(identifier) {
      identifiers.add(identifier);
      return '';
    },
    seal(subject) {
      isReadable = true;
      if (subject) subjects.add(subject);
      return null;
    },
  };
  const readable = changes.filter(change => {
    isReadable = false;
    seal(probe, change);
    return isReadable;
  });
  if (!readable.length) return [];
  const sealer = await sealerFor({ subjects: [...subjects], identifiers: [...identifiers] });
  return readable.map(change => seal(sealer, change));
};

const seal = (sealing: Sealing, stored: StoredChange): SealedColumns => {
  const origin: Origin = {
    actor: JSON.parse(stored.actor),
    via: JSON.parse(stored.via),
    requestId: stored.requestId,
  };
  const { id, objectKind, objectId, objectName, reverts } = stored;
  const object = { kind: objectKind, id: objectId, name: objectName ?? undefined };
  const change = { id, object, entries: JSON.parse(stored.entries) as ChangeEntry[], reverts };
  const person = personBehind({ origin, change, events: [] });
  const { actor, via } = person ? sealOrigin(sealing, person.userId, origin) : origin;
  const sealed = sealChange(sealing, change);
  return { id, actor, via, object_name: sealed.object.name ?? null, entries: sealed.entries };
};
