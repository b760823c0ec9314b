import { dayMs } from '@gatehouse/contract/duration.ts';
import type { Page } from '@gatehouse/contract/endpoint.ts';
import { userSearchFields } from '@gatehouse/contract/search.ts';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { capped, countLimit, type Order, ordered, orderOf, readSlice, readUncounted } from './listing.ts';
import { type Condition, type SearchQuery, searchCondition, searchInTime } from './search.ts';
import type { UserRow } from './user-row.ts';

type Slice = { size: number; offset: number };

/** By display name, as the index expresses it. Users who never signed in come last. */
const keys = {
  name: {
    by: sql`lower(coalesce(nullif(name, ''), username, primary_email, primary_phone, id))`,
    indexed: 'asc',
  },
  createdAt: { by: sql`created_at`, indexed: 'desc' },
  lastSignInAt: { by: sql`coalesce(last_sign_in_at, '-infinity')`, indexed: 'asc' },
} as const;
const newestFirst = '-createdAt';

/**
 * Users, newest first by default: all of them, or those that match a search and further conditions on
 * `searchable_users`. There is no index on the last sign-in, which every sign-in would pay for: that order reads all
 * users.
 */
export const listUsers = async (
  db: Kysely<Tables>,
  query: SearchQuery,
  { sort = newestFirst, ...page }: Slice & { sort?: string },
  ...conditions: Condition[]
): Promise<Page<UserRow[]>> => {
  const search = searchCondition(query, userSearchFields, { indexed: 'searchText' });
  const all = search ? [search, ...conditions.map(askedOfEach)] : conditions;
  const order = orderOf(sort, keys);
  if (all.length > 0)
    return searchInTime(() => pageOfSome(db, sql`${sql.join(all, sql` and `)}`, order, page));
  return sort === newestFirst ? pageOfAll(db, page) : searchInTime(() => pageInOrder(db, order, page));
};

/**
 * A condition that is no join: one with another table behind row-level security would keep the search from its index.
 */
const askedOfEach = (condition: Condition): Condition => sql`case when ${condition} then true else false end`;

/** The users that match a search and further conditions, by ID, for work that continues in steps. */
export const readUsersAfter = async (
  db: Kysely<Tables>,
  query: SearchQuery,
  { after, limit, conditions }: { after: string; limit: number; conditions: Condition[] },
): Promise<UserRow[]> => {
  const search = searchCondition(query, userSearchFields, { indexed: 'searchText' });
  const all = [...(search ? [search] : []), ...conditions, sql<boolean>`id > ${after}`];
  const { rows } = await sql<{ id: string }>`
    select id from searchable_users where ${sql.join(all, sql` and `)} order by id limit ${limit}`.execute(
    db,
  );
  if (rows.length === 0) return [];
  return db
    .selectFrom('users')
    .selectAll()
    .where(isOneOf(rows.map(({ id }) => id)))
    .orderBy('id')
    .execute();
};

/** Counts all users that match a search and further conditions. */
export const countMatches = async (db: Kysely<Tables>, query: SearchQuery, conditions: Condition[]) => {
  const search = searchCondition(query, userSearchFields, { indexed: 'searchText' });
  const all = [...(search ? [search] : []), ...conditions];
  if (all.length === 0) return countUsers(db);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from searchable_users where ${sql.join(all, sql` and `)}`.execute(db);
  return rows[0]?.total ?? 0;
};

type UserConditions = {
  isSuspended?: boolean;
  hasMfa?: boolean;
  hasSignedIn?: boolean;
  createdAfter?: number;
};

/** The conditions of a filter, and the search that is left of it. */
export const splitFilter = <Filter extends UserConditions>({
  isSuspended,
  hasMfa,
  hasSignedIn,
  createdAfter,
  ...search
}: Filter): { search: Omit<Filter, keyof UserConditions>; conditions: Condition[] } => ({
  search,
  conditions: [
    ...(isSuspended === undefined
      ? []
      : [isSuspended ? sql<SqlBool>`is_suspended` : sql<SqlBool>`not is_suspended`]),
    ...(hasMfa === undefined ? [] : [sql<SqlBool>`has_mfa = ${hasMfa}`]),
    ...(hasSignedIn === undefined ? [] : [sql<SqlBool>`(last_sign_in_at is not null) = ${hasSignedIn}`]),
    ...(createdAfter === undefined ? [] : [sql<SqlBool>`created_at > ${new Date(createdAfter)}`]),
  ],
});

const userCount = sql<number>`(select coalesce(sum(count), 0)::bigint from daily_users)`;

export const countUsers = async (db: Kysely<Tables>) => {
  const { total } = await db.selectNoFrom(userCount.as('total')).executeTakeFirstOrThrow();
  return total;
};

/** The first page is by far the most requested, so it takes only one statement. */
const firstPage = async (db: Kysely<Tables>, size: number): Promise<Page<UserRow[]>> => {
  const rows = await inOrder(db).select(userCount.as('total')).limit(size).execute();
  return { items: rows.map(({ total: _, ...user }) => user), total: rows[0]?.total ?? 0 };
};

/** Nothing is skipped row by row: the day on which the page begins is found by the counts of the days before it. */
const pageOfAll = async (db: Kysely<Tables>, { size, offset }: Slice): Promise<Page<UserRow[]>> => {
  if (offset === 0) return firstPage(db, size);
  const start = await findDay(db, offset);
  if (!start) return { items: [], total: await countUsers(db) };
  const ids = db
    .selectFrom('users')
    .select('id')
    .where('createdAt', '<', endOfDay(start.date))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(size)
    .offset(offset - start.newer);
  return { items: await readUsers(db, sql`id in (${ids})`), total: start.total };
};

/** First the IDs of the page, then the users: IDs are sorted and skipped faster. */
const pageInOrder = async (db: Kysely<Tables>, order: Order, page: Slice) => {
  const total = await countUsers(db);
  const rows = await readSlice(db.selectFrom('users').select('id').$call(ordered(order)), page, total);
  return { items: await readUsers(db, isOneOf(rows.map(({ id }) => id)), order), total };
};

/** The day of the user at an offset, how many users are newer than that day, and how many there are. */
const findDay = async (db: Kysely<Tables>, offset: number) => {
  const { rows } = await sql<{ date: string; newer: number; total: number }>`
    select date, newer, total from (
      select date, count, (sum(count) over (order by date desc) - count)::bigint as newer,
        (sum(count) over ())::bigint as total
      from daily_users
    ) days
    where newer <= ${offset} and newer + count > ${offset}`.execute(db);
  return rows[0];
};

const endOfDay = (date: string) => Date.parse(date) + dayMs;

/** One query finds and counts. Where too many match for that, the first are near the beginning. */
const pageOfSome = async (
  db: Kysely<Tables>,
  condition: Condition,
  order: Order,
  page: Slice,
): Promise<Page<UserRow[]>> => {
  const { rows } = await sql<{ id: string | null; total: number }>`
    with found as materialized (
      select id, ${order.by} as key from searchable_users where ${condition} limit ${countLimit + 1}
    )
    select page.id, counted.total
    from (select count(*) as total from found) counted
    left join (
      select id from found
      order by key ${sql.raw(order.direction)}, id ${sql.raw(order.idDirection)}
      limit ${page.size} offset ${page.offset}
    ) page on true`.execute(db);
  const total = rows[0]?.total ?? 0;
  const some = db.selectFrom('searchableUsers').select('id').where(condition).$call(ordered(order));
  const found = total > countLimit ? await readUncounted(db, some, page) : rows;
  const ids = found.flatMap(({ id }) => id ?? []);
  return capped(await readUsers(db, isOneOf(ids), order), total);
};

const isOneOf = (ids: string[]): Condition => sql`id = any(${ids})`;

const inOrder = (db: Kysely<Tables>, order = orderOf(newestFirst, keys)) =>
  db.selectFrom('users').selectAll().$call(ordered(order));

const readUsers = (db: Kysely<Tables>, condition: Condition, order?: Order) =>
  inOrder(db, order).where(condition).execute();
