import { entities, entityKinds, entityList, isEntityKind } from './entities.ts';
import type { ManagementPermission } from './scopes.ts';

/** What one must hold to write objects of a kind, and so to undo what was written. Kinds that are no entity need `all`. */
export const permissionToWrite = (kind: string): ManagementPermission =>
  isEntityKind(kind) ? `${entities[kind].area}:write` : 'all';

/** What one must hold to see changes of objects of a kind. */
export const permissionToRead = (kind: string): ManagementPermission =>
  isEntityKind(kind) ? `${entities[kind].area}:read` : 'all';

export const changedKinds = (): readonly string[] => entityKinds;

/** Rows that connect objects of two areas, and are written from either side. */
const otherSides: Readonly<Record<string, ManagementPermission>> = {
  usersRoles: 'roles:write',
  applicationsRoles: 'roles:write',
};

/** Each of these is enough to write rows of a table. None is named for tables that belong to no entity. */
export const permissionsToWriteRows = (table: string): readonly ManagementPermission[] => {
  const entity = entityList.find(({ tables }) => Object.hasOwn(tables, table));
  if (!entity) return [];
  const otherSide = otherSides[table];
  return [permissionToWrite(entity.kind), ...(otherSide ? [otherSide] : [])];
};
