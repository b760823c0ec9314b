import type { Change, ChangedField } from '@gatehouse/contract/changes.ts';
import type { EntityKind } from '@gatehouse/contract/entities.ts';

/** The name under which changes of other objects hold the settings, before and after. */
const asPart = 'signInExperiences';

/**
 * The settings as they were at a moment, from what they are now and the changes since then, newest first. Only what is
 * still a setting comes back, and a setting that is younger than the moment stays as it is.
 */
export const settingsAt = <Settings extends object>(
  now: Settings,
  changes: readonly Change[],
  moment: number,
): Settings => {
  const then = { ...now } as Record<string, unknown>;
  for (const change of changes) {
    if (change.createdAt <= moment) break;
    for (const { name, before } of settingsIn(change))
      if (name in then && before !== undefined) then[name] = before;
  }
  return then as Settings;
};

const settingsIn = ({ objectKind, fields }: Change): ChangedField[] => {
  if (objectKind === ('sign-in-experience' satisfies EntityKind)) return fields;
  const part = fields.find(({ name }) => name === asPart);
  const { before = {}, after = {} } = (part ?? {}) as Record<'before' | 'after', Record<string, unknown>>;
  return Object.keys(before)
    .filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(name => ({ name, before: before[name], after: after[name] }));
};
