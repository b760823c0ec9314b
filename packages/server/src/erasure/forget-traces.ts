import { type Kysely, type RawBuilder, sql } from 'kysely';
import { noteRewrite } from '../database/embedded/rewrites.ts';
import type { Tables } from '../database/tables.ts';
import { forgetAttempts } from '../domain/sentinel.ts';
import { asWord, knownAs } from './known-as.ts';

type Person = {
  tenantId: string;
  userId: string;
  identifiers: readonly string[];
  names: readonly string[];
  /** The user at social and enterprise providers. */
  providerIds: readonly string[];
};

/** Deletes what is kept about a person in the clear: what expires soon anyway, and what earlier versions have logged. */
export const forgetTraces = async (
  db: Kysely<Tables>,
  { tenantId, userId, identifiers, names, providerIds }: Person,
) => {
  const known = knownAs(identifiers);
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
  const isAbout = describing({ userId, known, providerIds });
  await sql`
    delete from oidc_model_instances
    where model_name in ('Interaction', 'DeviceCode') and ${isAbout(sql.ref('payload'))}`.execute(db);
  await sql`
    delete from oidc_model_instances
    where model_name = 'PushedAuthorizationRequest' and ${isAbout(pushedParameters)}`.execute(db);
  // The row of an assertion stays without the person: it keeps the assertion from being sent again.
  await sql`
    update sso_assertions set is_used = true, account = '{}', session = null
    where ${isAbout(sql`jsonb_build_array(account, session)`)}`.execute(db);
  await sql`delete from saml_logouts where ${isAbout(sql.ref('state'))}`.execute(db);
  // A job without its search must not continue: it would mean all users.
  await sql`
    update jobs set data = data - 'filter', finished_at = coalesce(finished_at, now()), leased_until = null,
      state = case when finished_at is null then 'cancelled' else state end
    where name = 'users.bulk' and exists (
      select from jsonb_path_query(data -> 'filter', 'strict $.**') value
      where jsonb_typeof(value) = 'string' and (lower(value #>> '{}') ~ any(${known.map(asWord)}::text[])
        or lower(trim(both '% ' from value #>> '{}')) = any(${names.map(name => name.toLowerCase())}::text[])))`.execute(
    db,
  );
  await db.deleteFrom('signInFacts').where('userId', '=', userId).execute();
  await forgetOldLogs(db, tenantId, userId);
};

/**
 * Fields in which a pending sign-in stores a username. In other fields the same word may mean anything, such as a
 * prompt named "login".
 */
const identifierFields = ['value', 'username', 'preferred_username', 'login_hint'];

/** Fields in which providers name a user. Their names can be as common as "1". */
const providerFields = ['id', 'sub', 'nameId'];

/** Whether a document names the person, by the ID, an address, or a name in a field for names. */
const describing =
  ({ userId, known, providerIds }: Pick<Person, 'userId' | 'providerIds'> & { known: readonly string[] }) =>
  (document: RawBuilder<unknown>) =>
    sql<boolean>`(exists (
      select from jsonb_path_query(${document}, 'strict $.** ? (@.type() == "object").keyvalue()') field
      where (field ->> 'key' = any(${identifierFields}::text[]) and lower(field ->> 'value') = any(${known}::text[]))
        or (field ->> 'key' = any(${providerFields}::text[]) and field ->> 'value' = any(${providerIds}::text[])))
    or exists (
      select from jsonb_path_query(${document}, 'strict $.** ? (@.type() == "string")') value
      where value #>> '{}' = ${userId}
        or lower(value #>> '{}') ~ any(${known.filter(isAddress).map(asWord)}::text[])))`;

/** The library keeps the parameters of a pushed request as a token without a signature. */
const pushedParameters = sql`(case when payload ->> 'request' ~ '^[\\w-]+[.][\\w-]+[.]$' then convert_from(decode(
  rpad(translate(split_part(payload ->> 'request', '.', 2), '-_', '+/'),
    (length(split_part(payload ->> 'request', '.', 2)) + 3) / 4 * 4, '='), 'base64'), 'utf8')::jsonb end)`;

const isAddress = (identifier: string) => /@|^\+?\d{6,}$/.test(identifier);

/** Entries of versions that sealed nothing, and those from before a sign-in had a user, keep who, what and when. */
const forgetOldLogs = async (db: Kysely<Tables>, tenantId: string, userId: string) => {
  const entries = await sql`
    update logs set payload = jsonb_strip_nulls(jsonb_build_object('key', key, 'result', payload -> 'result',
      'userId', payload -> 'userId', 'applicationId', payload -> 'applicationId', 'sessionId', payload -> 'sessionId',
      'signInId', payload -> 'signInId'))
    where not payload ? 'sealed' and (user_id = ${userId} or (user_id is null
      and sign_in_id = any(array(select id from sign_ins where user_id = ${userId}))))`.execute(db);
  const deliveries = await sql`
    update logs set payload = payload - 'hookRequest' - 'response'
    where key like 'TriggerHook.%' and not payload ? 'sealed' and position(${userId} in payload::text) > 0`.execute(
    db,
  );
  if (entries.numAffectedRows || deliveries.numAffectedRows) await noteRewrite(db, tenantId, 'logs');
  const events = await sql`
    delete from events where (data ->> 'id' = ${userId} or data ->> 'userId' = ${userId}) and not data ? 'sealed'`.execute(
    db,
  );
  if (events.numAffectedRows) await noteRewrite(db, tenantId, 'events');
};
