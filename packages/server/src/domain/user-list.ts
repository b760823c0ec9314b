import type { Page } from '@gatehouse/contract/endpoint.ts';
import { userSearchFields } from '@gatehouse/contract/search.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { capped, countLimit } from './listing.ts';
import { type Condition, type SearchQuery, searchCondition, searchInTime } from './search.ts';
import type { UserRow } from './users.ts';

type Slice = { size: number; offset: number };

/** Users, newest first: all of them, or those that a search and further conditions on `searchable_users` leave. */
export const listUsers = async (
  db: Kysely<Tables>,
  query: SearchQuery,
  page: Slice,
  ...conditions: Condition[]
): Promise<Page<UserRow[]>> => {
  const search = searchCondition(query, userSearchFields, 'searchText');
  const all = [...(search ? [search] : []), ...conditions];
  const { items: ids, ...numbers } =
    all.length === 0
      ? await pageOfAll(db, page)
      : await searchInTime(db, () => pageOfSome(db, sql`${sql.join(all, sql` and `)}`, page));
  return { ...numbers, items: await readUsers(db, ids) };
};

export const countUsers = async (db: Kysely<Tables>) => {
  const { total } = await db
    .selectFrom('dailyUsers')
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

/** Nothing is skipped row by row: the day on which the page begins is found by the counts of the days before it. */
const pageOfAll = async (db: Kysely<Tables>, { size, offset }: Slice): Promise<Page<string[]>> => {
  const total = await countUsers(db);
  if (offset >= total) return { items: [], total };
  const start = offset === 0 ? undefined : await findDay(db, offset);
  const found = await db
    .selectFrom('users')
    .select('id')
    .$if(start !== undefined, query => query.where('createdAt', '<', endOfDay(start?.date ?? '')))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(size)
    .offset(offset - (start?.newer ?? 0))
    .execute();
  return { items: found.map(({ id }) => id), total };
};

/** The day of the user at an offset, and how many users are newer than that day. */
const findDay = async (db: Kysely<Tables>, offset: number) => {
  const { rows } = await sql<{ date: string; newer: number }>`
    select date, newer from (
      select date, count, (sum(count) over (order by date desc) - count)::bigint as newer from daily_users
    ) days
    where newer <= ${offset} and newer + count > ${offset}`.execute(db);
  return rows[0];
};

const endOfDay = (date: string) => Date.parse(date) + 24 * 60 * 60 * 1000;

/** One query finds and counts. Where too many match for that, the newest are near the beginning. */
const pageOfSome = async (
  db: Kysely<Tables>,
  condition: Condition,
  { size, offset }: Slice,
): Promise<Page<string[]>> => {
  const { rows } = await sql<{ id: string | null; total: number }>`
    with found as materialized (
      select id, created_at from searchable_users where ${condition} limit ${countLimit + 1}
    )
    select page.id, counted.total
    from (select count(*) as total from found) counted
    left join (
      select id from found order by created_at desc, id limit ${size} offset ${offset}
    ) page on true`.execute(db);
  const total = rows[0]?.total ?? 0;
  if (total <= countLimit)
    return capped(
      rows.flatMap(({ id }) => id ?? []),
      total,
    );
  const newest = await sql<{ id: string }>`
    select id from searchable_users where ${condition}
    order by created_at desc, id limit ${size} offset ${offset}`.execute(db);
  return capped(
    newest.rows.map(({ id }) => id),
    total,
  );
};

const readUsers = (db: Kysely<Tables>, ids: string[]) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
