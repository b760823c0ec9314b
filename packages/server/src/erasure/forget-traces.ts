import { type Kysely, sql } from 'kysely';
import { withoutPersonalData } from '../database/people/seal-record.ts';
import type { Tables } from '../database/tables.ts';
import { forgetAttempts } from '../domain/sentinel.ts';

type Person = { userId: string; identifiers: readonly string[] };

/** Deletes what is kept about a person in the clear: what expires soon anyway, and what older versions have written. */
export const forgetTraces = async (db: Kysely<Tables>, { userId, identifiers }: Person) => {
  const known = identifiers.map(identifier => identifier.toLowerCase());
  const isKnown = (column: string) => sql<boolean>`lower(${sql.ref(column)}) = any(${known}::text[])`;
  await db.deleteFrom('passcodes').where(isKnown('identifier_value')).execute();
  await db.deleteFrom('oneTimeTokens').where(isKnown('email')).execute();
  await db.deleteFrom('messages').where(isKnown('recipient')).execute();
  await db
    .deleteFrom('organizationInvitations')
    .where(({ or, eb }) => or([isKnown('invitee'), eb('acceptedUserId', '=', userId)]))
    .execute();
  if (identifiers.length) await forgetAttempts(db, 'User', [...identifiers]);
  await db.deleteFrom('oidcModelInstances').where('accountId', '=', userId).execute();
  await sql`
    delete from oidc_model_instances where model_name = 'Interaction' and exists (
      select from unnest(${[userId, ...known]}::text[]) known where position(known in lower(payload::text)) > 0)`.execute(
    db,
  );
  await sql`
    update jobs set data = data - 'filter' where name = 'users.bulk' and exists (
      select from unnest(${known}::text[]) known where position(known in lower(data::text)) > 0)`.execute(db);
  await forgetOldLogs(db, userId);
  await forgetOldChanges(db, userId);
};

/** Entries of versions that sealed nothing keep who, what and when. */
const forgetOldLogs = async (db: Kysely<Tables>, userId: string) => {
  await sql`
    update logs set payload = jsonb_strip_nulls(jsonb_build_object('key', key, 'result', payload -> 'result',
      'userId', payload -> 'userId', 'applicationId', payload -> 'applicationId', 'sessionId', payload -> 'sessionId'))
    where user_id = ${userId} and not payload ? 'sealed'`.execute(db);
  await sql`
    update logs set payload = payload - 'hookRequest' - 'response'
    where key like 'TriggerHook.%' and not payload ? 'sealed' and position(${userId} in payload::text) > 0`.execute(
    db,
  );
  await sql`
    delete from events where (data ->> 'id' = ${userId} or data ->> 'userId' = ${userId}) and not data ? 'sealed'`.execute(
    db,
  );
};

const forgetOldChanges = async (db: Kysely<Tables>, userId: string) => {
  const changes = await db
    .selectFrom('changes')
    .select(['id', 'entries', 'objectId', 'objectName', 'actor', 'via'])
    .where(({ or, and, eb }) =>
      or([
        and([eb('objectKind', 'in', ['user', 'users']), eb('objectId', '=', userId)]),
        eb('actorId', '=', userId),
      ]),
    )
    .execute();
  for (const { id, entries, objectId, objectName, actor, via } of changes) {
    const told = { entries, objectName, actor, via };
    const patch = withoutPersonalData(userId, { ...told, objectId });
    if (JSON.stringify(patch) === JSON.stringify(told)) continue;
    await db.updateTable('changes').set(patch).where('id', '=', id).execute();
  }
};
