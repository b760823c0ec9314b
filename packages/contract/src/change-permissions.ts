import { type EntityKind, entities, entityKinds, entityList, isEntityKind } from './entities.ts';
import type { ManagementPermission } from './scopes.ts';

/**
 * The permission to write objects of a kind, and so to undo changes to them. Kinds that are not entities need `all`.
 */
export const permissionToWrite = (kind: string): ManagementPermission =>
  isEntityKind(kind) ? `${entities[kind].area}:write` : 'all';

/** The permission to read changes to objects of a kind. */
export const permissionToRead = (kind: string): ManagementPermission =>
  isEntityKind(kind) ? `${entities[kind].area}:read` : 'all';

/** The permission to read the payload of an event. Sign-in events contain user data. */
export const permissionToReadEvent = (event: string): ManagementPermission => {
  const [, kind] = [...kindOfSubject].find(([subject]) => event.startsWith(`${subject}.`)) ?? [];
  return permissionToRead(kind ?? 'user');
};

const kindOfSubject: ReadonlyMap<string, EntityKind> = new Map(
  entityList.flatMap(({ kind, tables }) =>
    Object.values(tables).flatMap(({ events }) => (events ? [[events.of, kind] as const] : [])),
  ),
);

export const changedKinds = (): readonly string[] => entityKinds;

/** Rows that connect objects of two areas, and are written from either side. */
const otherSides: Readonly<Record<string, ManagementPermission>> = {
  usersRoles: 'roles:write',
  applicationsRoles: 'roles:write',
};

/** Rows that the server keeps for itself. Restoring them with their object grants nothing. */
const ownNotes: readonly string[] = [
  'hookHours',
  'jobResults',
  'logStreamProgress',
  'samlSessions',
  'signInPlaces',
  'ssoAssertions',
  'ssoCertificates',
  'verificationRecords',
];

/** Each of these permissions is enough to write rows of a table. Tables that are not listed take `all`. */
export const permissionsToWriteRows = (table: string): readonly ManagementPermission[] => {
  if (ownNotes.includes(table)) return [];
  const entity = entityList.find(({ tables }) => Object.hasOwn(tables, table));
  if (!entity) return ['all'];
  const otherSide = otherSides[table];
  return [permissionToWrite(entity.kind), ...(otherSide ? [otherSide] : [])];
};
