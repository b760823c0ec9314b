import { entities, entityKinds, isEntityKind } from './entities.ts';
import type { ManagementPermission } from './scopes.ts';

/** What one must hold to write objects of a kind, and so to undo what was written. Kinds that are no entity need `all`. */
export const permissionToWrite = (kind: string): ManagementPermission =>
  isEntityKind(kind) ? `${entities[kind].area}:write` : 'all';

/** What one must hold to see changes of objects of a kind. */
export const permissionToRead = (kind: string): ManagementPermission =>
  isEntityKind(kind) ? `${entities[kind].area}:read` : 'all';

export const changedKinds = (): readonly string[] => entityKinds;
