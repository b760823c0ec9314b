import { type Kysely, sql } from 'kysely';
import { plannedForLists } from '../database/statement-settings.ts';
import type { Tables } from '../database/tables.ts';

const featuredCount = 3;

/** A table that says who has which members. Those are shown that are `first` by a column, as an index has them. */
type Relation = { table: keyof Tables; owner: string; member: string; first?: string };

/**
 * For each owner: how many members it has, and the first few of them. Two queries for a whole page; among very many
 * members no others are read.
 */
export const readFeatured = async <Member extends { id: string }>(
  db: Kysely<Tables>,
  { table, owner, member, first = member }: Relation,
  ownerIds: string[],
  read: (ids: string[]) => Promise<Member[]>,
) => {
  const [members, ownerId, memberId] = [sql.table(table), sql.ref(owner), sql.ref(member)];
  const counted = sql<{ ownerId: string; total: number; memberIds: string[] }>`
    select owned.${ownerId} as owner_id, count(*) as total,
      array(
        select ${memberId} from ${members} where ${ownerId} = owned.${ownerId}
        order by ${sql.ref(first)} limit ${featuredCount}
      ) as member_ids
    from ${members} owned where owned.${ownerId} = any(${ownerIds}) group by owned.${ownerId}`;
  const { rows } = await plannedForLists(() => counted.execute(db));
  const owners = new Map(rows.map(row => [row.ownerId, row]));
  const ids = [...new Set(rows.flatMap(({ memberIds }) => memberIds))];
  const known = new Map(ids.length ? (await read(ids)).map(one => [one.id, one]) : []);
  return (id: string) => {
    const { total, memberIds } = owners.get(id) ?? { total: 0, memberIds: [] };
    return { total, members: memberIds.flatMap(memberId => known.get(memberId) ?? []) };
  };
};

/** Users at a glance; only their IDs for callers who may not read users. */
export const featuredUsers =
  (db: Kysely<Tables>, mayReadUsers: boolean) =>
  async (ids: string[]): Promise<{ id: string; avatar: string | null; name: string | null }[]> =>
    mayReadUsers
      ? db.selectFrom('users').select(['id', 'avatar', 'name']).where('id', 'in', ids).execute()
      : ids.map(id => ({ id, avatar: null, name: null }));
