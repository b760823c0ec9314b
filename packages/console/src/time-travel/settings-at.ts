import type { Change, ChangedField } from '@gatehouse/contract/changes.ts';
import { entities } from '@gatehouse/contract/entities.ts';
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

type Sides = Partial<Record<'before' | 'after', Record<string, unknown>>>;

/** Changes of other objects hold it as a whole, before and after, under the name of its table. */
const fieldsOf = ({ kind, id }: Subject, { objectKind, objectId, fields }: Change): ChangedField[] => {
  if (objectKind === kind && (id === undefined || objectId === id)) return fields;
  const [table] = Object.keys(entities[kind].tables);
  const part = fields.find(({ name, before }) => {
    return name === table && (id === undefined || (before as { id?: string } | undefined)?.id === id);
  });
  const { before = {}, after = {} } = (part ?? {}) as Sides;
  return Object.keys(before)
    .filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(name => ({ name, before: before[name], after: after[name] }));
};
