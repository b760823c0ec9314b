import { createHash } from 'node:crypto';
import { minuteMs } from '@gatehouse/contract/duration.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { sentinelActions } from '@gatehouse/contract/sentinel.ts';
import { signInIdentifiers } from '@gatehouse/contract/sign-in-experience.ts';
import { type Kysely, sql } from 'kysely';
import type { Origin } from '../database/database.ts';
import { oneAtATime } from '../database/statement-settings.ts';
import type { Tables } from '../database/tables.ts';
import { asSent } from '../email-addresses.ts';
import { plainPhone } from '../phones.ts';
import { RequestError } from '../request-error.ts';
import { liveTenant, type Tenant } from './tenant.ts';

export type SentinelAction = (typeof sentinelActions)[number];
export type SentinelTarget = { action: SentinelAction; identifier: { type: string; value: string } };

const defaultMaxAttempts = 100;
const defaultLockoutMinutes = 60;
const windowMs = 60 * minuteMs;

/**
 * The identifier itself is not stored: a user may have typed a password into the wrong field. Another case, or another
 * spelling of a number or a domain, is the same identifier and gets no fresh attempts.
 */
const hashOf = ({ type, value }: { type: string; value: string }) => {
  const spell = { phone: plainPhone, email: asSent }[type];
  const plain = spell ? spell(value) : value.toLowerCase();
  return createHash('sha256').update(`${type}:${plain}`).digest('hex');
};

/** When the lockout of an identifier ends, whether or not a user has it. */
const lockoutEnd = (db: Kysely<Tables>, { action, identifier }: SentinelTarget) =>
  db
    .selectFrom('sentinelActivities')
    .select('decisionExpiresAt')
    .where('targetType', '=', 'User')
    .where('targetHash', '=', hashOf(identifier))
    .where('action', '=', action)
    .where('decision', '=', 'Blocked')
    .where('decisionExpiresAt', '>', Date.now())
    .executeTakeFirst();

/** Refuses an identifier that failed too often. */
export const requireNotBlocked = async (tenant: Tenant, target: SentinelTarget) => {
  const blocked = await tenant.database.read(db => lockoutEnd(db, target));
  if (blocked?.decisionExpiresAt) throw blockedUntil(blocked.decisionExpiresAt);
};

export const isBlocked = async (db: Kysely<Tables>, target: SentinelTarget) =>
  (await lockoutEnd(db, target)) !== undefined;

const blockedUntil = (time: number) => {
  const seconds = Math.max(1, Math.ceil((time - Date.now()) / 1000));
  return new RequestError('session.verification_blocked_too_many_attempts', {
    data: { seconds },
    retryAfterSeconds: seconds,
  });
};

/** Whether sign-ins with this identifier require more verification because of earlier attempts. */
export const isChallenged = async (db: Kysely<Tables>, identifier: { type: string; value: string }) => {
  const challenge = await db
    .selectFrom('sentinelActivities')
    .select('id')
    .where('targetType', '=', 'User')
    .where('targetHash', '=', hashOf(identifier))
    .where('decision', '=', 'Challenge')
    .where('decisionExpiresAt', '>', Date.now())
    .executeTakeFirst();
  return challenge !== undefined;
};

/**
 * Runs a check that could be guessed, and returns whether it succeeded. The attempt is recorded as a failure before
 * anything is checked, so that concurrent guesses count like sequential ones. Only a success removes it. The failure
 * that locks the identifier returns the lockout.
 */
export const guardAttempt = async (
  { tenant: asked, origin }: { tenant: Tenant; origin: Origin },
  target: SentinelTarget,
  check: () => Promise<boolean>,
): Promise<boolean> => {
  // A preview gives no fresh attempts, and a draft no more of them.
  const tenant = liveTenant(asked);
  const { id, lastUntil, isChallenge } = await reserveAttempt(tenant, target);
  if (await check()) {
    await tenant.database.send(db =>
      db
        .updateTable('sentinelActivities')
        .set(eb => ({
          actionResult: 'Success',
          decision: isChallenge ? 'Challenge' : 'Allowed',
          decisionExpiresAt: isChallenge ? eb.ref('decisionExpiresAt') : null,
        }))
        .where('id', '=', id)
        .execute(),
    );
    return true;
  }
  if (lastUntil === undefined) return false;
  await tenant.database.write(origin, async tx => tx.emit('Identifier.Lockout', target.identifier));
  throw blockedUntil(lastUntil);
};

/** From so many failures in a row on, who succeeds is asked for a second factor too, where the tenant adapts. */
const challengeAttempts = 3;

/**
 * Counts and writes in one statement, while no other process counts for the same target. The attempt that reaches the limit
 * within an hour blocks the identifier for the others, unless it succeeds. Before that it may be challenged.
 */
const reserveAttempt = async (tenant: Tenant, { action, identifier }: SentinelTarget) => {
  const { sentinelPolicy, adaptiveMfa } = await tenant.cached.signInExperience();
  const { maxAttempts = defaultMaxAttempts, lockoutDuration = defaultLockoutMinutes } = sentinelPolicy;
  const targetHash = hashOf(identifier);
  const id = generateId();
  const now = Date.now();
  const lockedUntil = now + lockoutDuration * minuteMs;
  const mine = sql`target_type = 'User' and target_hash = ${targetHash} and action = ${action}`;
  const reserve = (db: Kysely<Tables>) =>
    sql<{ blockedUntil: Date | null; isLast: boolean | null; isChallenge: boolean | null }>`
      with recent as (
        select created_at, action_result from sentinel_activities
        where ${mine} and created_at > ${new Date(now - windowMs)}
      ), known as (
        select
          (
            select max(decision_expires_at) from sentinel_activities
            where ${mine} and decision = 'Blocked' and decision_expires_at > ${new Date(now)}
          ) as blocked_until,
          (
            select count(*) from recent
            where action_result = 'Failed' and created_at > coalesce(
              (select max(created_at) from recent where action_result = 'Success'), '-infinity'
            )
          ) + 1 as attempt
      ), judged as (
        select blocked_until, attempt >= ${maxAttempts}::int as is_last,
          ${adaptiveMfa.enabled === true}::boolean and attempt >= ${challengeAttempts}::int as is_challenge
        from known
      ), kept as (
        insert into sentinel_activities
          (id, target_type, target_hash, action, action_result, decision, decision_expires_at)
        select ${id}, 'User', ${targetHash}, ${action}, 'Failed',
          case when is_last then 'Blocked' when is_challenge then 'Challenge' else 'Allowed' end,
          case
            when is_last then ${new Date(lockedUntil)}::timestamptz
            when is_challenge then ${new Date(now + windowMs)}::timestamptz
          end
        from judged where blocked_until is null
      )
      select blocked_until, is_last, is_challenge from judged`.execute(db);
  const { rows } = await oneAtATime(`attempts:${tenant.id}:${action}:${targetHash}`, () =>
    tenant.database.send(reserve),
  );
  const { blockedUntil: until, isLast, isChallenge } = rows[0] ?? {};
  if (until) throw blockedUntil(Number(until));
  const lastUntil = isLast ? lockedUntil : undefined;
  return { id, lastUntil, isChallenge: isChallenge === true };
};

/** Clears the attempts of these identifiers of any type: blocked users can try again. */
export const forgetAttempts = async (db: Kysely<Tables>, targetType: 'User' | 'App', targets: string[]) => {
  await db
    .deleteFrom('sentinelActivities')
    .where('targetType', '=', targetType)
    .where('targetHash', 'in', attemptHashes(targets))
    .execute();
};

/** Under what attempts with these identifiers are written down, whatever kind each of them is. */
export const attemptHashes = (identifiers: readonly string[]) =>
  identifiers.flatMap(value => [...signInIdentifiers, 'user'].map(type => hashOf({ type, value })));
