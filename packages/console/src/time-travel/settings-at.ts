import type { Change, ChangedField } from '@gatehouse/contract/changes.ts';
import { partOfBatch } from '../history/part-of-batch.ts';
import type { Subject } from './travel-state.ts';

/**
 * An object as it was at a moment, from what it is now and the changes since then, newest first. Only fields that still
 * exist come back, and a field that is younger than the moment stays as it is.
 */
export const settingsAt = <Settings extends object>(
  now: Settings,
  changes: readonly Change[],
  moment: number,
  subject: Subject,
): Settings => {
  const then = { ...now } as Record<string, unknown>;
  for (const change of changes) {
    if (change.createdAt <= moment) break;
    for (const { name, before } of fieldsOf(subject, change))
      if (name in then && before !== undefined) then[name] = before;
  }
  return then as Settings;
};

/** Changes of other objects hold it as a whole, before and after, under the name of its table. */
const fieldsOf = ({ kind, id }: Subject, { objectKind, objectId, fields }: Change): ChangedField[] => {
  if (objectKind === kind && (id === undefined || objectId === id)) return fields;
  return partOfBatch({ fields }, [kind], id);
};
