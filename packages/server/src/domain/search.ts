import type { Page } from '@gatehouse/contract/endpoint.ts';
import type { Violation } from '@gatehouse/contract/errors.ts';
import { namedSearchFields, type SearchMode } from '@gatehouse/contract/search.ts';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { withinTime } from '../database/statement-settings.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import { fetchPage, likePattern } from './listing.ts';

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

/**
 * The SQL condition of an advanced search, if there is one. `columns` are the searchable fields. `indexed` is a
 * column that holds all of them, one per line, whose index finds candidates. `table` qualifies the columns when
 * several tables are joined.
 */
export const searchCondition = (
  query: SearchQuery,
  columns: readonly string[],
  { indexed, table }: { indexed?: string; table?: string } = {},
): Condition | undefined => {
  refuseUnknownFields(query, columns);
  const terms = termsOf(query, columns);
  if (terms.length === 0) return undefined;
  const isCaseSensitive = query.isCaseSensitive ?? false;
  for (const term of terms) requireValid(term, isCaseSensitive);
  const conditions = terms.map(term => {
    const candidates = indexed && findCandidates(sql.ref(indexed), term, isCaseSensitive);
    if (!candidates) return compareFields(term, isCaseSensitive, table);
    const isWhole = term.columns === columns && term.values.every(value => isPlainText(term.mode, value));
    return isWhole ? candidates : sql`(${candidates} and ${compareFields(term, isCaseSensitive, table)})`;
  });
  const joint = query.joint ?? query.jointMode ?? 'or';
  return sql<SqlBool>`(${sql.join(conditions, joint === 'and' ? sql` and ` : sql` or `)})`;
};

/**
 * One page of a list, of all rows or of those that an advanced search leaves; `view` has an index that finds them among
 * very many.
 */
export const fetchSearchedPage = async <DB, T extends keyof DB, Row>(
  list: SelectQueryBuilder<DB, T, Row>,
  query: SearchQuery,
  page: { size: number; offset: number } | undefined,
  {
    table,
    view,
    fields = namedSearchFields,
  }: { table?: string; view?: SearchableView; fields?: readonly string[] } = {},
): Promise<Page<Row[]>> => {
  const condition = searchCondition(query, fields, view ? { indexed: 'searchText' } : { table });
  if (!condition) return fetchPage(list, page);
  const found = view ? isFoundIn(view, condition) : condition;
  return searchInTime(() => fetchPage(list.where(found), page));
};

type SearchableView = Extract<keyof Tables, `searchable${string}`>;

/** As an array: a semi-join would be taken for one scan of the table, which row-level security keeps from the index. */
export const isFoundIn = (view: SearchableView, condition: Condition, column = 'id'): Condition =>
  sql`${sql.ref(column)} = any(array(select id from ${sql.table(view)} where ${condition}))`;

const searchTimeoutMs = 3000;

/**
 * Runs a search that is stopped when it takes too long. The embedded database has no clock for its statements: there the
 * refusal of back-references, which alone make a pattern of this length slow, must do.
 */
export const searchInTime = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await withinTime(searchTimeoutMs, work);
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
    isCaseSensitive ? sql`${column} = ${value}` : sql`${column} ilike ${escapePattern(value)}`,
  similar_to: (column, value) => sql`${column} similar to ${value}`,
  posix: (column, value, isCaseSensitive) =>
    isCaseSensitive ? sql`${column} ~ ${value}` : sql`${column} ~* ${value}`,
};

const compareFields = ({ columns, values, mode }: Term, isCaseSensitive: boolean, table?: string) => {
  const matches = columns.flatMap(column => {
    const reference = sql.ref(table ? `${table}.${column}` : column);
    return values.map(value => comparisons[mode](reference, value, isCaseSensitive));
  });
  return sql`(${sql.join(matches, sql` or `)})`;
};

/** A condition on the text of all fields that is true where one of them matches, and sometimes in other rows. */
const findCandidates = (text: RawBuilder<unknown>, { values, mode }: Term, isCaseSensitive: boolean) => {
  if (!values.every(value => canBeLineOfMany(mode, value))) return undefined;
  const matches = values.map(value => anywhere[mode](text, value, isCaseSensitive));
  return sql`(${sql.join(matches, sql` or `)})`;
};

const anywhere: Record<SearchMode, Compare> = {
  like: (text, value, isCaseSensitive) => comparisons.like(text, `%${likePattern(value)}%`, isCaseSensitive),
  exact: (text, value, isCaseSensitive) =>
    comparisons.like(text, `%${escapePattern(value)}%`, isCaseSensitive),
  // With the option `w` of PostgreSQL ^ and $ are the ends of a line.
  similar_to: (text, value) => sql`${text} ~ ('(?w)' || similar_to_escape(${value}))`,
  posix: (text, value, isCaseSensitive) => comparisons.posix(text, `(?w)${value}`, isCaseSensitive),
};

/** Not if a regular expression has its own options, anchors of the whole text, or a negative lookahead. */
const canBeLineOfMany = (mode: SearchMode, value: string) =>
  mode !== 'posix' || !/^\(\?|^\*\*\*|\\[AZ]|\(\?<?!/.test(value);

/** A text without wildcards matches a field exactly when it matches a line of the indexed column. */
const isPlainText = (mode: SearchMode, value: string) =>
  mode === 'like' && /^(?:%[^%_\\\n]+%|[^%\n]+)$/.test(value);

const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&');

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
  // Nothing to look for is not everything: a job would run for all users.
  if (!values.length || values.includes('')) throw refusal(name, 'validation.required');
  if (values.some(value => value.includes('\0'))) throw refusal(name, 'validation.search_pattern');
  if (values.length > 1 && mode !== 'exact') throw refusal(name, 'validation.search_values');
  if (mode === 'similar_to' && !isCaseSensitive) throw refusal(name, 'validation.search_case');
  const endsInEscape = (value: string) => value.includes('%') && /(?<!\\)(?:\\\\)*\\$/.test(value);
  if (mode === 'like' && values.some(endsInEscape)) throw refusal(name, 'validation.search_pattern');
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
