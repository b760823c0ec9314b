import { regionsOfNumber } from '@gatehouse/contract/calling-codes.ts';
import { hourMs } from '@gatehouse/contract/duration.ts';
import { defaultSmsPolicy } from '@gatehouse/contract/sign-in-defaults.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';

const hourOf = (time: number) => time - (time % hourMs);

/** Countries that share a calling code are counted as one. */
const countryOf = (phone: string) => regionsOfNumber(phone).join(',');

/**
 * Stands before every text message, in the transaction that sends it. Attackers who earn with the messages to their numbers
 * use new numbers and new addresses for each, but few countries: so countries are counted. The row of the hour is locked
 * by the count: of requests that come at once no more get through than of those in a row.
 */
export const admitSms = async (db: Kysely<Tables>, phone: string, { isSent }: { isSent: boolean }) => {
  const { smsPolicy } = await db
    .selectFrom('signInExperiences')
    .select('smsPolicy')
    .executeTakeFirstOrThrow();
  const saved = smsPolicy as SignInExperience['smsPolicy'];
  const { allowedCountries, hourlyLimit } = { ...defaultSmsPolicy, ...saved };
  if (allowedCountries.length && !regionsOfNumber(phone).some(region => allowedCountries.includes(region)))
    throw new RequestError('request.sms_country_not_allowed');
  const now = Date.now();
  const hour = hourOf(now);
  const sent = isSent ? 1 : 0;
  const counted = await db
    .insertInto('smsHours')
    .values({ country: countryOf(phone), hour, askedCount: 1, sentCount: sent })
    .onConflict(conflict =>
      conflict
        .columns(['tenantId', 'country', 'hour'])
        .doUpdateSet(({ eb }) => ({
          askedCount: eb('smsHours.askedCount', '+', 1),
          sentCount: eb('smsHours.sentCount', '+', sent),
        }))
        .where('smsHours.askedCount', '<', hourlyLimit),
    )
    .returning('askedCount')
    .executeTakeFirst();
  if (counted) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((hour + hourMs - now) / 1000));
  throw new RequestError('request.country_rate_limited', { retryAfterSeconds });
};

/** A code that came back: its message reached a person. */
export const countVerifiedSms = (db: Kysely<Tables>, phone: string) =>
  db
    .insertInto('smsHours')
    .values({ country: countryOf(phone), hour: hourOf(Date.now()), verifiedCount: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['tenantId', 'country', 'hour'])
        .doUpdateSet(({ eb }) => ({ verifiedCount: eb('smsHours.verifiedCount', '+', 1) })),
    )
    .execute();
