import { z } from 'zod';
import { queryFlag, repeated } from './endpoint.ts';

/** Ways to compare a value: as an SQL pattern, exactly, or as an SQL or POSIX regular expression. */
export const searchModes = ['like', 'exact', 'similar_to', 'posix'] as const;
export type SearchMode = (typeof searchModes)[number];

const words = repeated(z.string().max(256)).optional();
const mode = z.enum(searchModes, { error: 'request.invalid_input' }).optional();
const joint = z.enum(['or', 'and'], { error: 'request.invalid_input' }).optional();

/**
 * The query parameters of an advanced search: `search` in any field or `search.{field}` in one, with `mode` for all or
 * `mode.{field}` for one. Spread them into a loose object: a field that is not there is refused by name.
 */
export const searchQuery = <const Field extends string>(fields: readonly Field[]) => ({
  search: words,
  mode,
  joint,
  jointMode: joint,
  isCaseSensitive: queryFlag.optional(),
  ...(Object.fromEntries(fields.map(field => [`search.${field}`, words])) as Record<
    `search.${Field}`,
    typeof words
  >),
  ...(Object.fromEntries(fields.map(field => [`mode.${field}`, mode])) as Record<
    `mode.${Field}`,
    typeof mode
  >),
});

export const userSearchFields = ['id', 'primaryEmail', 'primaryPhone', 'username', 'name'] as const;
/** An API's identifier is what people know it by, as they do by its name. */
export const resourceSearchFields = ['id', 'name', 'indicator'] as const;
/** Roles, scopes and applications alike. */
export const namedSearchFields = ['id', 'name', 'description'] as const;
