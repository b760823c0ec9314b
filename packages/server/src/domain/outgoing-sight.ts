import {
  changedKinds,
  permissionToRead,
  permissionToReadEvent,
} from '@gatehouse/contract/change-permissions.ts';
import { allScope } from '@gatehouse/contract/dialect.ts';
import { changedColumns } from '../database/recorder.ts';
import type { ChangeEntry } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';

/**
 * The permissions for the data that a row sends to an outside address. Setting up a row or changing its address
 * reveals that data.
 */
const shownBy = ({ table, before, after }: ChangeEntry): readonly string[] => {
  const columns = leading[table];
  if (!columns || !after) return [];
  const isLed = !before || changedColumns(before, after).some(column => columns.includes(column));
  if (!isLed) return [];
  if (table === 'hooks') return eventsOf(after).map(permissionToReadEvent);
  const changes = after.include_changes ? ['changes:read', ...changedKinds().map(permissionToRead)] : [];
  return ['logs:read', ...changes];
};

/** The columns that say what is sent, and where. */
const leading: Readonly<Record<string, readonly string[]>> = {
  hooks: ['config', 'event', 'events'],
  log_streams: ['config', 'include_changes'],
};

const eventsOf = ({ event, events }: Record<string, unknown>) => [
  ...(Array.isArray(events) ? (events as string[]) : []),
  ...(typeof event === 'string' ? [event] : []),
];

export const sendsOut = (entry: ChangeEntry) => shownBy(entry).length > 0;

/** A caller can only send out what it may read. */
export const requireSight = (scopes: ReadonlySet<string>, entries: readonly ChangeEntry[]) => {
  if (scopes.has(allScope) || scopes.has('read:data')) return;
  const permissions = [...new Set(entries.flatMap(shownBy))].filter(permission => !scopes.has(permission));
  if (permissions.length > 0) throw new RequestError('auth.grant_exceeds_own', { data: { permissions } });
};
