import type { Page } from '@gatehouse/contract/endpoint.ts';
import {
  ExpressionWrapper,
  type Kysely,
  type RawBuilder,
  RawNode,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { plannedForLists } from '../database/statement-settings.ts';
import type { Tables } from '../database/tables.ts';

type Slice = { size: number; offset: number };

/** Runs a list query for one page, or for everything, with the number of rows in all. */
export const fetchPage = async <DB, T extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, T, Row>,
  page: Slice | undefined,
): Promise<Page<Row[]>> => {
  if (!page) {
    const items = (await query.execute()) as Row[];
    return { items, total: items.length };
  }
  return plannedForLists(async () => {
    if (page.offset > 0) {
      const total = await countAll(query);
      return { items: await readSlice(query, page, total), total };
    }
    const items = (await query.limit(page.size).execute()) as Row[];
    return { items, total: items.length < page.size ? items.length : await countAll(query) };
  });
};

const countAll = async <DB, T extends keyof DB, Row>(query: SelectQueryBuilder<DB, T, Row>) => {
  const all = query.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'));
  const { total } = (await all.executeTakeFirstOrThrow()) as { total: number };
  return total;
};

/** Reads from the end that is nearer: what lies before a page is passed over row by row. */
export const readSlice = async <DB, T extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, T, Row>,
  { size, offset }: Slice,
  total: number,
): Promise<Row[]> => {
  const left = total - offset;
  if (left <= 0) return [];
  if (offset <= left) return (await query.limit(size).offset(offset).execute()) as Row[];
  const fromEnd = backwards(query)
    .limit(Math.min(size, left))
    .offset(Math.max(0, left - size));
  const rows = (await fromEnd.execute()) as Row[];
  return rows.toReversed();
};

const backwards = <DB, T extends keyof DB, Row>(query: SelectQueryBuilder<DB, T, Row>) => {
  const { orderBy } = query.toOperationNode();
  let list = query.clearOrderBy();
  for (const { orderBy: key, direction } of orderBy?.items ?? []) {
    const isDescending =
      direction !== undefined && RawNode.is(direction) && direction.sqlFragments[0] === 'desc';
    list = list.orderBy(new ExpressionWrapper(key), isDescending ? 'asc' : 'desc');
  }
  return list;
};

type Key = { by: RawBuilder<unknown>; indexed: 'asc' | 'desc' };
export type Order = { by: RawBuilder<unknown>; direction: 'asc' | 'desc'; idDirection: 'asc' | 'desc' };

/**
 * An order as it is asked for: `name`, or `-name` for the last first. The id decides between equals, so that pages never
 * overlap: ascending as the index has it, or descending where that is read backwards.
 */
export const orderOf = <Field extends string>(sort: string, keys: Record<Field, Key>): Order => {
  const isReverse = sort.startsWith('-');
  const { by, indexed } = keys[(isReverse ? sort.slice(1) : sort) as Field];
  const direction = isReverse ? 'desc' : 'asc';
  return { by, direction, idDirection: direction === indexed ? 'asc' : 'desc' };
};

const namedKeys = {
  name: { by: sql`lower(name)`, indexed: 'asc' },
  createdAt: { by: sql`created_at`, indexed: 'desc' },
} as const;

/** Puts what has a name and an age in order. */
export const inOrder = (sort: string) => ordered(orderOf(sort, namedKeys));

export const ordered =
  ({ by, direction, idDirection }: Order) =>
  <DB, T extends keyof DB, Row>(list: SelectQueryBuilder<DB, T, Row>) =>
    list.orderBy(by, direction).orderBy(sql`id`, idDirection);

/** Counting stops here: with more results than this, users narrow the search instead of reading the number. */
export const countLimit = 1000;

/** One page of what can be too much to count. */
export const fetchCappedPage = <T extends keyof Tables, Row>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Tables, T, Row>,
  page: Slice,
): Promise<Page<Row[]>> =>
  plannedForLists(async () => {
    const items = await readUncounted(db, query, page);
    if (page.offset === 0 && items.length < page.size) return { items, total: items.length };
    return capped(items, await countUpTo(db, query, countLimit + 1));
  });

/** A page without a count. Far from the start, counting twice as far shows whether the end is near. */
export const readUncounted = async <T extends keyof Tables, Row>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Tables, T, Row>,
  page: Slice,
) => {
  const isFar = page.offset > countLimit;
  const counted = isFar ? await countUpTo(db, query, 2 * page.offset) : 0;
  return readSlice(query, page, isFar && counted < 2 * page.offset ? counted : Number.POSITIVE_INFINITY);
};

const countUpTo = async <T extends keyof Tables, Row>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Tables, T, Row>,
  limit: number,
) => {
  const some = query.clearSelect().clearOrderBy().select(sql`1`.as('one')).limit(limit);
  const { counted } = await db
    .selectFrom(some.as('some'))
    .select(eb => eb.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow();
  return counted;
};

/** The number of rows as far as it was counted. */
export const capped = <Items>(items: Items, counted: number): Page<Items> => ({
  items,
  total: Math.min(counted, countLimit),
  isCapped: counted > countLimit,
});

/** A text that any of the columns contains, upper and lower case alike. `%` stands for anything, as in the dialect. */
export const contains = (columns: readonly string[], search: string) => {
  const pattern = likePattern(search);
  const matches = columns.map(column => sql`${sql.ref(column)} ilike ${pattern}`);
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
};

/** Without a `%` the text itself is looked for, anywhere. */
export const likePattern = (text: string) =>
  text.includes('%') ? text : `%${text.replace(/[\\_]/g, '\\$&')}%`;
