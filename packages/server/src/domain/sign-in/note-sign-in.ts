import { dayMs } from '@gatehouse/contract/duration.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { RequestError } from '../../request-error.ts';
import { hashDevice, type Place, placeDays } from './risks.ts';

/**
 * Writes down that a user has signed in, and where: the next sign-in from here is not unusual. The device gets a new name
 * each time: what the browser came with counts no longer, for this user or for others who have signed in on the same
 * browser. All in one statement, because every sign-in pays for it. Gives whether the device was known, and whether the
 * country is another one than before.
 */
export const noteSignIn = async (
  db: Kysely<Tables>,
  userId: string,
  { device, newDevice, country }: Place & { newDevice: string },
) => {
  const now = Date.now();
  const [at, date] = [new Date(now), new Date(now).toISOString().slice(0, 10)];
  const former = device === undefined ? '' : hashDevice(device);
  const value = hashDevice(newDevice);
  const since = new Date(now - placeDays * dayMs);
  const { rows } = await sql<{ isFound: boolean; isKnownDevice: boolean; isNewCountry: boolean }>`
    with signed_in as (
      update users set last_sign_in_at = ${at} where id = ${userId} returning id
    ), active as (
      insert into daily_active_users (date, user_id) select ${date}::date, id from signed_in
      on conflict do nothing
    ), known as (
      delete from sign_in_places where kind = 'device' and value = ${former} and user_id = ${userId}
      returning seen_at
    ), shared as (
      update sign_in_places set value = ${value}
      where kind = 'device' and value = ${former} and user_id <> ${userId}
    ), places as (
      insert into sign_in_places (user_id, kind, value)
      select id, kind, value from signed_in,
        (values ('device', ${value}::text), ('country', ${country ?? null}::text)) place (kind, value)
      where value is not null
      on conflict (tenant_id, user_id, kind, value) do update set seen_at = ${at}
    )
    select exists (select from signed_in) as "isFound",
      exists (select from known where seen_at > ${since}) as "isKnownDevice",
      coalesce((
        select bool_and(value <> ${country ?? null}::text) from sign_in_places
        where user_id = ${userId} and kind = 'country' and seen_at > ${since}
      ), false) as "isNewCountry"`.execute(db);
  const { isFound = false, isKnownDevice = false, isNewCountry = false } = rows[0] ?? {};
  if (!isFound) throw new RequestError('user.user_not_exist');
  return { isKnownDevice, isNewCountry };
};
