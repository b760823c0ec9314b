import { type Selectable, sql } from 'kysely';
import { camelCase } from '../database/catalog.ts';
import { changedColumns } from '../database/recorder.ts';
import { secretColumns } from '../database/table-rules.ts';
import type { ChangeEntry, Tables } from '../database/tables.ts';
import { clientOf } from './client-of.ts';
import { type Item, type PartReader, type Source, timeOf } from './source.ts';

/** No index says whom the rows of a change are about: the history is looked through, so many at a time. */
const windowSize = 1000;

/** A change holds whole rows: so many bytes of them are in memory at a time. */
const maximumBytes = 8_000_000;

type Looked = { id: string; isTheirs: boolean; size: number };
type ChangeRow = Pick<
  Selectable<Tables['changes']>,
  'id' | 'actor' | 'via' | 'objectKind' | 'objectId' | 'entries' | 'createdAt'
>;

/** Changes of data of the person, by any author, and the changes that the person made. Newest first. */
export const changes: PartReader = async function* ({ tenant, user }) {
  let last: string | undefined;
  do {
    const looked = await tenant.database.read(async db => {
      const time = sql`(select created_at from changes last where last.id = ${last ?? ''})`;
      const after =
        last === undefined
          ? sql`true`
          : sql`created_at <= ${time} and (created_at < ${time} or id > ${last})`;
      const { rows } = await sql<Looked>`
        select id, octet_length(entries::text) as size, actor_id = ${user.id} or object_id = ${user.id}
          or position(${JSON.stringify(user.id)} in entries::text) > 0 as is_theirs
        from changes where ${after} order by created_at desc, id limit ${windowSize}`.execute(db);
      return rows;
    });
    for (const ids of fittingTogether(looked.filter(({ isTheirs }) => isTheirs)))
      for (const change of await readChanges(tenant, ids)) yield presentChange(change, user.id);
    last = looked.length === windowSize ? looked.at(-1)?.id : undefined;
  } while (last !== undefined);
};

const fittingTogether = (found: readonly Looked[]) => {
  const parts: string[][] = [];
  let room = 0;
  for (const { id, size } of found) {
    if (size > room) {
      parts.push([]);
      room = maximumBytes;
    }
    parts.at(-1)?.push(id);
    room -= size;
  }
  return parts;
};

const readChanges = ({ database }: Source['tenant'], ids: string[]): Promise<ChangeRow[]> =>
  database.read(async db => {
    const rows = await db
      .selectFrom('changes')
      .select(['id', 'actor', 'via', 'objectKind', 'objectId', 'entries', 'createdAt'])
      .where('id', 'in', ids)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute();
    return (await database.open(db, rows)).map(({ value }) => value);
  });

/** Of others who take part it names the ID alone: their names and addresses are theirs. */
const presentChange = (
  { id, actor, via, objectKind, objectId, entries, createdAt }: ChangeRow,
  userId: string,
): Item => {
  const isActor = actor.id === userId;
  return {
    id,
    kind: isActor ? 'byPerson' : 'aboutPerson',
    object: `${objectKind} ${objectId}`,
    actor: isActor ? userId : `${actor.kind} ${actor.id}`,
    createdAt: timeOf(createdAt),
    ...clientOf(userId, actor.id, via),
    details: {
      request: `${via.method} ${via.route ?? via.path}`,
      rows: entries.filter(entry => isAbout(entry, userId)).map(presentEntry),
    },
  };
};

const isAbout = ({ table, key, before, after }: ChangeEntry, userId: string) => {
  const row = { ...before, ...after, ...key };
  return table === 'users' ? key.id === userId : row.user_id === userId || row.accepted_user_id === userId;
};

const presentEntry = ({ table, before, after }: ChangeEntry) => {
  const secret = new Set(secretColumns(table, after ?? before ?? {}));
  const columns = before && after ? changedColumns(before, after) : Object.keys(after ?? before ?? {});
  return {
    table,
    fields: Object.fromEntries(
      columns
        .filter(column => !secret.has(column) && column !== 'tenant_id')
        .map(column => [
          camelCase(column),
          { before: before?.[column] ?? null, after: after?.[column] ?? null },
        ]),
    ),
  };
};
