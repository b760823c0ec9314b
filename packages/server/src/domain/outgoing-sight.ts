import {
  changedKinds,
  permissionToRead,
  permissionToReadEvent,
} from '@gatehouse/contract/change-permissions.ts';
import { allScope } from '@gatehouse/contract/dialect.ts';
import { changedColumns } from '../database/recorder.ts';
import type { ChangeEntry } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';

/** What a row sends to an outside address. Setting it up, or changing the address, reveals it. */
const shownBy = ({ table, before, after }: ChangeEntry): readonly string[] => {
  if (table === 'log_streams' && after?.include_changes === true)
    return ['changes:read', ...changedKinds().map(permissionToRead)];
  if (table !== 'hooks' || !after) return [];
  const isLed = !before || changedColumns(before, after).some(column => leading.includes(column));
  return isLed ? eventsOf(after).map(permissionToReadEvent) : [];
};

const leading = ['config', 'event', 'events'];

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
