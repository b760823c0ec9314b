import { spellingsOf } from '../phones.ts';

/** Identifiers as searches and requests may spell them, in lower case. */
export const knownAs = (identifiers: readonly string[]) =>
  identifiers.flatMap(identifier =>
    /^\d+$/.test(identifier) ? spellingsOf(identifier) : [identifier.toLowerCase()],
  );

/** A pattern for a name that stands alone: a user called "e" is not in every word that has one. */
export const asWord = (name: string) =>
  `(^|[^a-z0-9])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}($|[^a-z0-9])`;
