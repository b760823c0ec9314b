import { type EntityKind, entities, entityKinds, entityList, isEntityKind } from './entities.ts';
import type { ManagementPermission } from './scopes.ts';

/** What one must hold to write objects of a kind, and so to undo what was written. Kinds that are no entity need `all`. */
export const permissionToWrite = (kind: string): ManagementPermission =>
  isEntityKind(kind) ? `${entities[kind].area}:write` : 'all';

/** What one must hold to see changes of objects of a kind. */
export const permissionToRead = (kind: string): ManagementPermission =>
  isEntityKind(kind) ? `${entities[kind].area}:read` : 'all';

/** What one must hold to see what an event tells. Events of sign-ins tell of users. */
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
