import { management } from './apis.ts';
import type { Api } from './endpoint.ts';
import type { Permission } from './scopes.ts';

/** What one must hold to write objects of a kind, and so to undo what was written. Kinds that no row writes need `all`. */
export const permissionToWrite = (kind: string): Permission => byKind.get(kind) ?? 'all';

/** What one must hold to see changes of objects of a kind. */
export const permissionToRead = (kind: string) => permissionToWrite(kind).replace(/:write$/, ':read');

/** The kinds of objects that rows write. */
export const changedKinds = (): string[] => [...byKind.keys()];

const byKind = new Map(
  Object.values(management as Api)
    .flatMap(rows => Object.values(rows))
    .flatMap(({ change, permission }): [string, Permission][] =>
      change && permission !== 'public' ? [[change, permission]] : [],
    ),
);
