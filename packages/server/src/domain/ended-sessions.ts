import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import type { UserSession } from '@gatehouse/contract/user-access.ts';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database, Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { enqueueAll } from '../jobs/queue.ts';
import { systemOrigin } from './origins.ts';

/** The job that tells one application of a sign-out. */
export const logoutJob = {
  name: 'backchannel-logout',
  data: z.object({
    /** A tenant has one at each of its domains, and the application trusts the one it signed in at. */
    issuer: z.string().optional(),
    applicationId: z.string(),
    userId: z.string(),
    sessionId: z.string().optional(),
  }),
} as const;
export type LogoutNotice = z.infer<typeof logoutJob.data>;

/** Stands in the place of a session that was ended before its time, until the tokens of the session are over. */
const endedSession = 'EndedSession';

/** The data kept of a session after its end. */
export type EndedSession = {
  tenantId: string;
  uid: string;
  issuer?: string;
  authorizations: UserSession['payload']['authorizations'];
};

/** The columns that a statement answers which may delete live sessions together with other rows. */
export const sessionOfDeleted = () =>
  sql<EndedSession | null>`case when model_name = 'Session' and expires_at > now() then ${described} end`.as(
    'session',
  );

const described = sql<EndedSession>`jsonb_build_object(
  'tenantId', tenant_id, 'uid', uid, 'issuer', payload ->> 'issuer',
  'authorizations', coalesce(payload -> 'authorizations', '{}'))`;

/** Marks stay when all else of a user goes: tokens that nothing can delete hang from the sessions. */
export const isNoMark = sql<boolean>`model_name <> ${endedSession}`;

/**
 * Handles sessions that ended without a sign-out by the user: notifies applications (OpenID Connect Back-Channel
 * Logout section 2.3) and refuses signed tokens for managing tenants, which are not stored in the database.
 */
export const settleEnded = async (
  tx: Write,
  userId: string,
  rows: readonly { session: EndedSession | null }[],
) => {
  const sessions = rows.flatMap(({ session }) => session ?? []);
  if (sessions.length === 0) return;
  await queueLogouts(
    tx,
    sessions.map(session => ({ userId, session })),
  );
  if (sessions.some(({ tenantId }) => tenantId === adminTenantId)) await mark(tx, userId, sessions);
};

type Ended = { userId: string; session: EndedSession };

const queueLogouts = async (tx: Write, ended: readonly Ended[]) => {
  const named = ended.flatMap(({ userId, session: { issuer, authorizations = {} } }) =>
    Object.entries(authorizations).map(([applicationId, { sid }]) => ({
      issuer: issuer ?? undefined,
      applicationId,
      userId,
      sessionId: sid,
    })),
  );
  if (named.length === 0) return;
  const listening = await tx.db
    .selectFrom('applications')
    .select('id')
    .where(sql<boolean>`id = any(${[...new Set(named.map(({ applicationId }) => applicationId))]})`)
    .where(sql<boolean>`oidc_client_metadata ->> 'backchannelLogoutUri' is not null`)
    .execute();
  const ids = new Set(listening.map(({ id }) => id));
  const dueAt = Date.now();
  await enqueueAll(
    tx,
    logoutJob,
    named
      .filter(({ applicationId }) => ids.has(applicationId))
      .map(data => ({ data, dueAt, lane: data.applicationId })),
    systemOrigin('sign-out'),
  );
};

/**
 * Sessions that were left unused, or have reached their longest life: applications are also notified of their end. The
 * purge leaves these rows alone.
 */
export const endExpiredSessions = async (database: Database, now: number, batchSize = 500) => {
  const tenants = await database.system(db =>
    db.selectFrom('oidcModelInstances').select('tenantId').distinct().where(isExpiredSession(now)).execute(),
  );
  for (const { tenantId } of tenants) {
    const endSome = () =>
      database.tenant(tenantId).write(systemOrigin('sign-out'), async tx => {
        const ended = await tx.db
          .deleteFrom('oidcModelInstances')
          .where('modelName', '=', 'Session')
          .where('id', 'in', eb =>
            eb
              .selectFrom('oidcModelInstances')
              .select('id')
              .where(isExpiredSession(now))
              .limit(batchSize)
              .forUpdate()
              .skipLocked(),
          )
          .returning(['accountId as userId', described.as('session')])
          .execute();
        await queueLogouts(tx, ended as Ended[]);
        return ended.length;
      });
    while ((await endSome()) === batchSize);
  }
};

const isExpiredSession = (now: number) =>
  sql<boolean>`model_name = 'Session' and account_id is not null and expires_at <= ${new Date(now)}`;

/** The user has signed out of a session in its browser: signed tokens of it are refused from then on. */
export const markSignedOut = (tx: Write, userId: string, uid: string) => mark(tx, userId, [{ uid }]);

const mark = async (tx: Write, userId: string, sessions: readonly Pick<EndedSession, 'uid'>[]) => {
  const { longest } = await tx.db
    .selectFrom('resources')
    .select(({ fn }) => fn.max('accessTokenTtl').as('longest'))
    .executeTakeFirstOrThrow();
  const expiresAt = Date.now() + Math.max(dayMs, Number(longest ?? 0) * 1000);
  await tx.db
    .insertInto('oidcModelInstances')
    .values(
      sessions.map(({ uid }) => ({
        modelName: endedSession,
        id: uid,
        payload: { accountId: userId, uid },
        expiresAt,
      })),
    )
    .onConflict(conflict => conflict.columns(['tenantId', 'modelName', 'id']).doNothing())
    .execute();
  tx.invalidate('people');
};

/** The sessions of a user that were ended before their time. */
export const listEnded = async (db: Kysely<Tables>, userId: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('oidcModelInstances')
    .select('id')
    .where('modelName', '=', endedSession)
    .where('accountId', '=', userId)
    .where('expiresAt', '>', Date.now())
    .execute();
  return new Set(rows.map(({ id }) => id));
};
