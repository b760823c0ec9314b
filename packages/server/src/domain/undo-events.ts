import { subjectOfTable } from '@gatehouse/contract/entities.ts';
import type { HookEvent } from '@gatehouse/contract/events.ts';
import { camelCase } from '../database/catalog.ts';
import { changedColumns } from '../database/recorder.ts';
import type { ChangeEntry } from '../database/tables.ts';
import type { UserRow } from './user-row.ts';
import { presentUser } from './users.ts';

export type Told = { event: HookEvent; data: unknown };

/** Changes that are reported as part of another change. */
const relations: Readonly<Record<string, { event: HookEvent; parent: string; members?: [string, string] }>> =
  {
    roles_scopes: { event: 'Role.Scopes.Updated', parent: 'role_id' },
    organization_role_scopes: { event: 'OrganizationRole.Scopes.Updated', parent: 'organization_role_id' },
    organization_role_resource_scopes: {
      event: 'OrganizationRole.Scopes.Updated',
      parent: 'organization_role_id',
    },
    organization_users: {
      event: 'Organization.Membership.Updated',
      parent: 'organization_id',
      members: ['user_id', 'UserIds'],
    },
    organization_applications: {
      event: 'Organization.Membership.Updated',
      parent: 'organization_id',
      members: ['application_id', 'ApplicationIds'],
    },
  };

/** The webhook events of an undo, the same as for writes with the same effect. */
export const eventsOfUndo = (entries: readonly ChangeEntry[]): Told[] => {
  const own = entries.flatMap(tellEntity);
  // Creating or deleting an object changes its relations too, without an event for each.
  const isWhole = entries.some(
    entry => subjectOf(entry.table) !== undefined && !(entry.before && entry.after),
  );
  return isWhole ? own : [...own, ...tellRelations(entries)];
};

const suspensionColumns = ['is_suspended', 'suspension_reason'];

const subjectOf = (table: string) => subjectOfTable.get(camelCase(table));

const tellEntity = ({ table, before, after }: ChangeEntry): Told[] => {
  const name = subjectOf(table);
  if (!name) return [];
  const data = presentRow(table, (after ?? before)!);
  if (!before) return [{ event: `${name}.Created`, data }];
  if (!after) return [{ event: `${name}.Deleted`, data }];
  const isSuspension =
    name === 'User' && changedColumns(before, after).every(column => suspensionColumns.includes(column));
  return [{ event: isSuspension ? 'User.SuspensionStatus.Updated' : `${name}.Data.Updated`, data }];
};

/** One event for each object whose relations changed, whatever the number of them. */
const tellRelations = (entries: readonly ChangeEntry[]): Told[] => {
  const related = entries.filter(({ table }) => Object.hasOwn(relations, table));
  const groups = Map.groupBy(related, ({ table, key }) => {
    const { event, parent } = relations[table]!;
    return `${event} ${key[parent]}`;
  });
  return [...groups.values()].map(group => {
    const { event, parent } = relations[group[0]!.table]!;
    const data: Record<string, unknown> = { [camelCase(parent)]: group[0]!.key[parent] };
    for (const { table, key, after } of group) {
      const [column, suffix] = relations[table]!.members ?? [];
      if (!column) continue;
      const name = `${after ? 'added' : 'removed'}${suffix}`;
      data[name] = [...((data[name] as unknown[] | undefined) ?? []), key[column]];
    }
    return { event, data };
  });
};

/** A row of the history as the APIs show it: names in camel case, times in epoch milliseconds. */
const presentRow = (table: string, row: Record<string, unknown>) => {
  const fields = Object.entries(row).map(([column, value]) => [
    camelCase(column),
    column.endsWith('_at') && typeof value === 'string' ? Date.parse(value) : value,
  ]);
  const entity = Object.fromEntries(fields);
  return table === 'users' ? presentUser(entity as UserRow) : entity;
};
