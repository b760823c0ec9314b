import { createHash } from 'node:crypto';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { sentinelActions } from '@gatehouse/contract/sentinel.ts';
import { signInIdentifiers } from '@gatehouse/contract/sign-in-experience.ts';
import type { Kysely } from 'kysely';
import type { Origin } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from './request-error.ts';
import type { Tenant } from './tenant.ts';

export type SentinelAction = (typeof sentinelActions)[number];

const defaultMaxAttempts = 100;
const defaultLockoutMinutes = 60;
const minute = 60_000;
const windowMs = 60 * minute;

/**
 * The identifier itself is not kept: who failed to sign in may have typed a password into the wrong field. Another case is
 * no other identifier, and brings no fresh tries.
 */
const hashOf = ({ type, value }: { type: string; value: string }) =>
  createHash('sha256').update(`${type}:${value.toLowerCase()}`).digest('hex');

/** Refuses an identifier that failed too often, whether or not anybody has it. */
export const requireNotBlocked = async (
  tenant: Tenant,
  action: SentinelAction,
  identifier: { type: string; value: string },
) => {
  const blocked = await tenant.database.read(db =>
    db
      .selectFrom('sentinelActivities')
      .select('decisionExpiresAt')
      .where('targetType', '=', 'User')
      .where('targetHash', '=', hashOf(identifier))
      .where('action', '=', action)
      .where('decision', '=', 'Blocked')
      .where('decisionExpiresAt', '>', Date.now())
      .executeTakeFirst(),
  );
  if (!blocked?.decisionExpiresAt) return;
  const seconds = Math.ceil((blocked.decisionExpiresAt - Date.now()) / 1000);
  throw new RequestError('session.verification_blocked_too_many_attempts', {
    data: { seconds },
    retryAfterSeconds: seconds,
  });
};

/** How often somebody tried to sign in with this identifier and failed, within the last hour. */
export const countRecentFailures = async (
  db: Kysely<Tables>,
  identifier: { type: string; value: string },
) => {
  const { failures } = await db
    .selectFrom('sentinelActivities')
    .select(eb => eb.fn.countAll<number>().as('failures'))
    .where('targetType', '=', 'User')
    .where('targetHash', '=', hashOf(identifier))
    .where('actionResult', '=', 'Failed')
    .where('createdAt', '>', Date.now() - windowMs)
    .executeTakeFirstOrThrow();
  return failures;
};

/** Records how an attempt went. The failure that reaches the limit within an hour blocks the identifier. */
export const reportAttempt = async (
  tenant: Tenant,
  origin: Origin,
  attempt: { action: SentinelAction; identifier: { type: string; value: string }; succeeded: boolean },
) => {
  const { sentinelPolicy } = await tenant.cached.signInExperience();
  const { maxAttempts = defaultMaxAttempts, lockoutDuration = defaultLockoutMinutes } = sentinelPolicy;
  const { action, identifier, succeeded } = attempt;
  const activity = { id: generateId(), targetType: 'User', targetHash: hashOf(identifier), action } as const;
  if (succeeded) {
    await tenant.database.send(db =>
      db
        .insertInto('sentinelActivities')
        .values({ ...activity, actionResult: 'Success', decision: 'Allowed' })
        .execute(),
    );
    return;
  }
  await tenant.database.write(origin, async tx => {
    const failures = await countFailuresInARow(tx.db, activity);
    const isBlocked = failures + 1 >= maxAttempts;
    await tx.db
      .insertInto('sentinelActivities')
      .values({
        ...activity,
        actionResult: 'Failed',
        decision: isBlocked ? 'Blocked' : 'Allowed',
        decisionExpiresAt: isBlocked ? Date.now() + lockoutDuration * minute : null,
      })
      .execute();
    if (isBlocked) tx.emit('Identifier.Lockout', identifier);
  });
};

/** Since the last success, within the last hour. */
const countFailuresInARow = async (
  db: Kysely<Tables>,
  { targetHash, action }: { targetHash: string; action: SentinelAction },
) => {
  const recent = db
    .selectFrom('sentinelActivities')
    .where('targetType', '=', 'User')
    .where('targetHash', '=', targetHash)
    .where('action', '=', action)
    .where('createdAt', '>', Date.now() - windowMs);
  const lastSuccess = await recent
    .select(eb => eb.fn.max('createdAt').as('at'))
    .where('actionResult', '=', 'Success')
    .executeTakeFirst();
  const { failures } = await recent
    .select(eb => eb.fn.countAll<number>().as('failures'))
    .where('actionResult', '=', 'Failed')
    .where('createdAt', '>', lastSuccess?.at ?? 0)
    .executeTakeFirstOrThrow();
  return failures;
};

/** Forgets how attempts with these identifiers went, of whatever type they are: whoever was blocked can try again. */
export const forgetAttempts = async (db: Kysely<Tables>, targetType: 'User' | 'App', targets: string[]) => {
  const hashes = targets.flatMap(value => signInIdentifiers.map(type => hashOf({ type, value })));
  await db
    .deleteFrom('sentinelActivities')
    .where('targetType', '=', targetType)
    .where('targetHash', 'in', hashes)
    .execute();
};
