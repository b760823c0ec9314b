import type { Change } from '@gatehouse/contract/changes.ts';

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
  for (const { createdAt, fields } of changes) {
    if (createdAt <= moment) break;
    for (const { name, before } of fields) if (name in then && before !== undefined) then[name] = before;
  }
  return then as Settings;
};
