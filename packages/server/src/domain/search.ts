import type { Violation } from '@gatehouse/contract/errors.ts';
import type { SearchMode } from '@gatehouse/contract/search.ts';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { likePattern } from './listing.ts';
import { RequestError } from './request-error.ts';

/** The parameters of `searchQuery` in the contract, with those of single fields under their dotted names. */
export type SearchQuery = {
  search?: string[];
  mode?: SearchMode;
  joint?: 'or' | 'and';
  jointMode?: 'or' | 'and';
  isCaseSensitive?: boolean;
  [parameter: string]: unknown;
};

export type Condition = RawBuilder<SqlBool>;

type Term = { name: string; columns: readonly string[]; values: string[]; mode: SearchMode };

/** What an advanced search asks of rows, or nothing when there is none. `columns` are the fields that can be searched. */
export const searchCondition = (query: SearchQuery, columns: readonly string[]): Condition | undefined => {
  refuseUnknownFields(query, columns);
  const terms = termsOf(query, columns);
  if (terms.length === 0) return undefined;
  const isCaseSensitive = query.isCaseSensitive ?? false;
  for (const term of terms) requireValid(term, isCaseSensitive);
  const conditions = terms.map(({ columns, values, mode }) => {
    const matches = columns.flatMap(column =>
      values.map(value => comparisons[mode](sql.ref(column), value, isCaseSensitive)),
    );
    return sql`(${sql.join(matches, sql` or `)})`;
  });
  const joint = query.joint ?? query.jointMode ?? 'or';
  return sql<SqlBool>`(${sql.join(conditions, joint === 'and' ? sql` and ` : sql` or `)})`;
};

const searchTimeoutMs = 3000;

/**
 * Runs a search that is stopped when it takes too long. The embedded database has no clock for its statements: there the
 * refusal of back-references, which alone make a pattern of this length slow, must do.
 */
export const searchInTime = async <T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> => {
  await sql`select set_config('statement_timeout', ${String(searchTimeoutMs)}, true)`.execute(db);
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === queryCanceled) throw refusal('search', 'validation.search_slow', error);
    if (badPatterns.has(codeOf(error))) throw refusal('search', 'validation.search_pattern', error);
    throw error;
  }
};

type Compare = (column: RawBuilder<unknown>, value: string, isCaseSensitive: boolean) => RawBuilder<unknown>;

const comparisons: Record<SearchMode, Compare> = {
  like: (column, value, isCaseSensitive) =>
    isCaseSensitive ? sql`${column} like ${likePattern(value)}` : sql`${column} ilike ${likePattern(value)}`,
  exact: (column, value, isCaseSensitive) =>
    isCaseSensitive ? sql`${column} = ${value}` : sql`${column} ilike ${value.replace(/[\\%_]/g, '\\$&')}`,
  similar_to: (column, value) => sql`${column} similar to ${value}`,
  posix: (column, value, isCaseSensitive) =>
    isCaseSensitive ? sql`${column} ~ ${value}` : sql`${column} ~* ${value}`,
};

const termsOf = (query: SearchQuery, columns: readonly string[]): Term[] => [
  ...(query.search
    ? [{ name: 'search', columns, values: query.search, mode: query.mode ?? ('like' as const) }]
    : []),
  ...columns.flatMap(column => {
    const name = `search.${column}`;
    const values = query[name] as string[] | undefined;
    const mode = (query[`mode.${column}`] ?? query.mode ?? 'like') as SearchMode;
    return values ? [{ name, columns: [column], values, mode }] : [];
  }),
];

const refuseUnknownFields = (query: SearchQuery, columns: readonly string[]) => {
  const unknown = Object.keys(query).find(name => {
    const [, field] = /^(?:search|mode)\.(.*)$/.exec(name) ?? [];
    return field !== undefined && !columns.includes(field);
  });
  if (unknown) throw refusal(unknown, 'validation.unknown_field');
};

const requireValid = ({ name, values, mode }: Term, isCaseSensitive: boolean) => {
  if (values.includes('')) throw refusal(name, 'validation.required');
  if (values.some(value => value.includes('\0'))) throw refusal(name, 'validation.search_pattern');
  if (values.length > 1 && mode !== 'exact') throw refusal(name, 'validation.search_values');
  if (mode === 'similar_to' && !isCaseSensitive) throw refusal(name, 'validation.search_case');
  const hasBackReference = (value: string) => /\\[1-9]/.test(value.replaceAll('\\\\', ''));
  if (mode === 'posix' && values.some(hasBackReference)) throw refusal(name, 'validation.search_pattern');
};

// Names of PostgreSQL's error codes.
const queryCanceled = '57014';
const badPatterns = new Set(['2201B', '22025', '22019']);

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

const refusal = (name: string, code: Violation, cause?: unknown) =>
  new RequestError('request.invalid_input', {
    violations: [{ path: `query.${name}`, code, values: { keys: name } }],
    cause,
  });
