import type { Page } from '@gatehouse/contract/endpoint.ts';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/** Runs a list query for one page, or for everything, with the number of rows in all. */
export const fetchPage = async <DB, T extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, T, Row>,
  page: { size: number; offset: number } | undefined,
): Promise<Page<Row[]>> => {
  if (!page) {
    const items = (await query.execute()) as Row[];
    return { items, total: items.length };
  }
  const items = (await query.limit(page.size).offset(page.offset).execute()) as Row[];
  const isWhole = page.offset === 0 && items.length < page.size;
  if (isWhole) return { items, total: items.length };
  const counted = query.clearSelect().clearOrderBy().clearLimit().clearOffset();
  const { total } = (await counted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()) as {
    total: number;
  };
  return { items, total };
};

/** A text that any of the columns contains, upper and lower case alike. `%` stands for anything, as in the dialect. */
export const contains = (columns: readonly string[], search: string) => {
  const text = search.includes('%') ? search : `%${search.replace(/[\\_]/g, '\\$&')}%`;
  const matches = columns.map(column => sql`${sql.ref(column)} ilike ${text}`);
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
};
