import type { Page } from '@gatehouse/contract/endpoint.ts';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Runs a list query for one page, or for everything, with the number of rows in all. */
export const fetchPage = async <DB, T extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, T, Row>,
  page: { size: number; offset: number } | undefined,
): Promise<Page<Row[]>> => {
  if (!page) {
    const items = (await query.execute()) as Row[];
    return { items, total: items.length };
  }
  const slice = async () => (await query.limit(page.size).offset(page.offset).execute()) as Row[];
  const count = async () => {
    const all = query.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'));
    const { total } = (await all.executeTakeFirstOrThrow()) as { total: number };
    return total;
  };
  if (page.offset > 0) {
    const [items, total] = await Promise.all([slice(), count()]);
    return { items, total };
  }
  const items = await slice();
  return { items, total: items.length < page.size ? items.length : await count() };
};

type Key = RawBuilder<unknown>;
export type Order = { key: Key; direction: RawBuilder<unknown> };

/** An order as it is asked for: `name`, or `-name` for the last first. */
export const orderOf = <Field extends string>(sort: string, keys: Record<Field, Key>): Order => {
  const isReverse = sort.startsWith('-');
  const key = keys[(isReverse ? sort.slice(1) : sort) as Field];
  return { key, direction: sql.raw(isReverse ? 'desc' : 'asc') };
};

const namedKeys = { name: sql`lower(name)`, createdAt: sql`created_at` };

/** Puts what has a name and an age in order. The id decides between equals, so that pages never overlap. */
export const inOrder =
  (sort: string) =>
  <DB, T extends keyof DB, Row>(list: SelectQueryBuilder<DB, T, Row>) => {
    const { key, direction } = orderOf(sort, namedKeys);
    return list.orderBy(sql`${key} ${direction}, id`);
  };

/** Counting stops here: who has more results than this wants to narrow the search, not to know their number. */
export const countLimit = 1000;

/** One page of what can be too much to count. */
export const fetchCappedPage = async <T extends keyof Tables, Row>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Tables, T, Row>,
  page: { size: number; offset: number },
): Promise<Page<Row[]>> => {
  const items = (await query.limit(page.size).offset(page.offset).execute()) as Row[];
  if (page.offset === 0 && items.length < page.size) return { items, total: items.length };
  const some = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
    .limit(countLimit + 1);
  const { counted } = await db
    .selectFrom(some.as('some'))
    .select(eb => eb.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow();
  return capped(items, counted);
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
