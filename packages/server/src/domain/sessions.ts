import { isClientDocument } from '@gatehouse/contract/cimd.ts';
import type { UserGrant, UserSession } from '@gatehouse/contract/user-access.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import { isNoMark, sessionOfDeleted, settleEnded } from './ended-sessions.ts';
import type { Tenant } from './tenant.ts';

type Instance = Selectable<Tables['oidcModelInstances']>;
type SessionPayload = UserSession['payload'];
type GrantPayload = UserGrant['payload'];

/** Lists the active sessions of a user. */
export const listSessions = async (db: Kysely<Tables>, userId: string): Promise<UserSession[]> => {
  const rows = await liveInstances(db, 'Session', userId).execute();
  return rows.map(presentSession);
};

export const readSession = async (db: Kysely<Tables>, userId: string, uid: string): Promise<UserSession> => {
  const row = await liveInstances(db, 'Session', userId).where('uid', '=', uid).executeTakeFirst();
  if (!row) throw new RequestError('oidc.session_not_found');
  return presentSession(row);
};

/**
 * Whether the user signed in to this session after that moment. What a provider remembers is no sign-in: a thief with
 * the browser can sign out, and in again, without being the user.
 */
export const isSignedInSince = async (
  db: Kysely<Tables>,
  { userId, uid, since }: { userId: string; uid: string | undefined; since: number },
) => {
  const row = await liveInstances(db, 'Session', userId)
    .where('uid', '=', uid ?? '')
    .executeTakeFirst();
  const { loginTs = 0, lastSubmission } = (row?.payload ?? {}) as Partial<SessionPayload> & {
    lastSubmission?: { isRemembered?: boolean };
  };
  return loginTs * 1000 > since && lastSubmission?.isRemembered !== true;
};

/** Ends a session. Tokens that may outlive it stay, unless the grants that they depend on are revoked, too. */
export const revokeSession = async (
  { tenant, tx }: { tenant: Tenant; tx: Write },
  session: { userId: string; uid: string; grants?: 'all' | 'firstParty' },
) => {
  const { db } = tx;
  const { payload } = await readSession(db, session.userId, session.uid);
  const grantIds: string[] = [];
  for (const [clientId, { grantId }] of Object.entries(payload.authorizations ?? {})) {
    const isWanted = session.grants === 'all' || !(await isThirdParty(tenant, clientId));
    if (session.grants && grantId && isWanted) grantIds.push(grantId);
  }
  await endSession(tx, session, grantIds);
};

/** Ends a session as its user does by signing out: what applications may keep without it stays. */
export const signOutSession = async (tx: Write, userId: string, uid: string) => {
  const row = await liveInstances(tx.db, 'Session', userId).where('uid', '=', uid).executeTakeFirst();
  if (!row) return;
  const { authorizations = {} } = row.payload as SessionPayload;
  const grantIds = Object.values(authorizations).flatMap(({ grantId, persistsLogout }) =>
    grantId && !persistsLogout ? grantId : [],
  );
  await endSession(tx, { userId, uid }, grantIds);
};

const endSession = async (
  tx: Write,
  { userId, uid }: { userId: string; uid: string },
  grantIds: string[],
) => {
  // The session first: what it was used for must be known after its grants are gone.
  const ended = await tx.db
    .deleteFrom('oidcModelInstances')
    .where('modelName', '=', 'Session')
    .where('uid', '=', uid)
    .returning(sessionOfDeleted)
    .execute();
  await revokeGrants(tx.db, userId, grantIds);
  await settleEnded(tx, userId, ended);
};

export const listGrants = async (
  { tenant, db }: { tenant: Tenant; db: Kysely<Tables> },
  userId: string,
  appType?: 'firstParty' | 'thirdParty',
): Promise<UserGrant[]> => {
  const rows = await liveInstances(db, 'Grant', userId).execute();
  const grants = await Promise.all(rows.map(row => presentGrant(tenant, row)));
  return grants.filter(grant => !appType || grant.isThirdParty === (appType === 'thirdParty'));
};

/** Answers which application had it. */
export const revokeGrant = async (db: Kysely<Tables>, userId: string, grantId: string) => {
  const grant = await liveInstances(db, 'Grant', userId).where('id', '=', grantId).executeTakeFirst();
  // The code is one of OAuth, where it has another status.
  if (!grant) throw new RequestError('oidc.invalid_grant', { status: 404 });
  await revokeGrants(db, userId, [grantId]);
  return { applicationId: (grant.payload as GrantPayload).clientId };
};

/** A user has at most so many grants with an application: the oldest are taken back, never the one in use. */
export const limitGrants = async (
  tx: Write,
  inUse: { id: string; userId: string; clientId: string },
  maximum: number,
) => {
  const { userId, clientId: applicationId } = inUse;
  const grants = await liveInstances(tx.db, 'Grant', userId).execute();
  const others = grants
    .map(({ id, payload }) => ({ id, ...(payload as GrantPayload) }))
    .filter(({ id, clientId }) => clientId === applicationId && id !== inUse.id)
    .toSorted((one, other) => other.iat - one.iat);
  const revokedGrantIds = others.slice(maximum - 1).map(({ id }) => id);
  if (revokedGrantIds.length === 0) return;
  await revokeGrants(tx.db, userId, revokedGrantIds);
  tx.emit('Grant.LimitExceeded', {
    userId,
    applicationId,
    maxAllowedGrants: maximum,
    preRevocationActiveGrantCount: others.length + 1,
    revokedGrantIds,
  });
};

/** Signs a user out of everything: sessions, what applications were allowed, and every token, also those of others. */
export const revokeEverything = async (tx: Write, userId: string) => {
  await revokeSubjectTokens(tx, userId);
  const ended = await tx.db
    .deleteFrom('oidcModelInstances')
    .where('accountId', '=', userId)
    .where(isNoMark)
    .returning(sessionOfDeleted)
    .execute();
  await settleEnded(tx, userId, ended);
};

/**
 * Ends what a user has signed in to, except one session with its tokens and with what applications were allowed in it.
 * Without a session nothing is left.
 */
export const revokeOtherAccess = async (tx: Write, userId: string, keptUid: string | undefined) => {
  const kept = await liveInstances(tx.db, 'Session', userId)
    .where('uid', '=', keptUid ?? '')
    .executeTakeFirst();
  if (!kept) return revokeEverything(tx, userId);
  await revokeSubjectTokens(tx, userId);
  const { authorizations = {} } = kept.payload as SessionPayload;
  const grantIds = Object.values(authorizations).flatMap(({ grantId }) => grantId ?? []);
  const ended = await tx.db
    .deleteFrom('oidcModelInstances')
    .where('accountId', '=', userId)
    .where(isNoMark)
    .where(
      sql<boolean>`not (
        uid is not distinct from ${kept.uid}
        or payload ->> 'sessionUid' is not distinct from ${kept.uid}
        or payload -> 'session' ->> 'uid' is not distinct from ${kept.uid}
        or (model_name = 'Grant' and id = any(${grantIds})))`,
    )
    .returning(sessionOfDeleted)
    .execute();
  await settleEnded(tx, userId, ended);
};

/** Applications can exchange these to act for the user. */
const revokeSubjectTokens = (tx: Write, userId: string) =>
  tx.db.deleteFrom('subjectTokens').where('userId', '=', userId).where('consumedAt', 'is', null).execute();

/** With a grant go all tokens that hang from it, and the application from the user's sessions. */
const revokeGrants = async (db: Kysely<Tables>, userId: string, grantIds: string[]) => {
  if (grantIds.length === 0) return;
  await db
    .deleteFrom('oidcModelInstances')
    .where(sql<boolean>`model_name = any(${grantedModels})`)
    .where(sql<boolean>`grant_id = any(${grantIds})`)
    .execute();
  await db
    .deleteFrom('oidcModelInstances')
    .where('modelName', '=', 'Grant')
    .where(sql<boolean>`id = any(${grantIds})`)
    .execute();
  await sql`
    update oidc_model_instances set payload = jsonb_set(payload, '{authorizations}', (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(payload -> 'authorizations')
      where coalesce(value ->> 'grantId', '') <> all(${grantIds})))
    where model_name = 'Session' and account_id = ${userId} and payload -> 'authorizations' is not null`.execute(
    db,
  );
};

const grantedModels = ['AccessToken', 'AuthorizationCode', 'RefreshToken', 'DeviceCode'];

const liveInstances = (db: Kysely<Tables>, modelName: 'Session' | 'Grant', userId: string) =>
  db
    .selectFrom('oidcModelInstances')
    .selectAll()
    .where('modelName', '=', modelName)
    .where('accountId', '=', userId)
    .where('expiresAt', '>', Date.now())
    .orderBy('expiresAt', 'desc');

/** The `jti` is the value of the browser cookie: reading sessions must not allow taking them over. */
const presentSession = (row: Instance): UserSession => {
  const {
    lastSubmission = null,
    issuer: _,
    ...payload
  } = row.payload as SessionPayload & Pick<UserSession, 'lastSubmission'> & { issuer?: string };
  return {
    payload: { ...payload, jti: payload.uid },
    lastSubmission,
    clientId: Object.keys(payload.authorizations ?? {})[0] ?? null,
    accountId: row.accountId,
    expiresAt: row.expiresAt ?? 0,
  };
};

const presentGrant = async (tenant: Tenant, row: Instance) => {
  const payload = row.payload as GrantPayload;
  const application = await tenant.cached.client(payload.clientId);
  return {
    id: row.id,
    payload,
    expiresAt: row.expiresAt ?? 0,
    application: { id: payload.clientId, name: application?.name ?? payload.clientId },
    isThirdParty: application?.isThirdParty ?? isClientDocument(payload.clientId),
  };
};

const isThirdParty = async (tenant: Tenant, clientId: string) =>
  (await tenant.cached.client(clientId))?.isThirdParty ?? isClientDocument(clientId);
