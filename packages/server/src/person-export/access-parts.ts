import type { UserGrant, UserSession } from '@gatehouse/contract/user-access.ts';
import { sql } from 'kysely';
import {
  atOnce,
  batchSize,
  type Item,
  inBatches,
  type PartReader,
  type Source,
  secondsOf,
  timeOf,
} from './source.ts';

type Instance = {
  modelName: string;
  id: string;
  payload: Record<string, unknown>;
  expiresAt: number | null;
};

/**
 * Sessions, grants and tokens of the provider. Their IDs are omitted because the ID of a token is the token itself,
 * and that of a session its cookie.
 */
const instances = (source: Source, condition: 'Session' | 'Grant' | 'others') =>
  inBatches(source, (db, last: Instance | undefined) =>
    db
      .selectFrom('oidcModelInstances')
      .select(['modelName', 'id', 'payload', 'expiresAt'])
      .where('accountId', '=', source.user.id)
      .$if(condition !== 'others', query => query.where('modelName', '=', condition))
      .$if(condition === 'others', query => query.where('modelName', 'not in', ['Session', 'Grant']))
      .$if(last !== undefined, query =>
        query.where(sql<boolean>`(model_name, id) > (${last?.modelName}, ${last?.id})`),
      )
      .orderBy('modelName')
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  );

const presentAll = (
  condition: Parameters<typeof instances>[1],
  present: (instance: Instance) => Item,
): PartReader =>
  async function* (source) {
    for await (const instance of instances(source, condition)) yield present(instance);
  };

type SessionPayload = UserSession['payload'] & {
  amr?: string[];
  lastSubmission?: { signInContext?: { ip?: string; userAgent?: string } };
};

const sessions = presentAll('Session', ({ payload, expiresAt }) => {
  const { uid, loginTs, amr = [], authorizations = {}, lastSubmission } = payload as SessionPayload;
  const { ip = null, userAgent = null, ...place } = lastSubmission?.signInContext ?? {};
  return {
    id: uid,
    createdAt: secondsOf(loginTs),
    expiresAt: timeOf(expiresAt),
    ip,
    userAgent,
    applications: Object.keys(authorizations),
    details: { ...place, methods: amr },
  };
});

const grants = presentAll('Grant', ({ payload, expiresAt }) => {
  const {
    clientId,
    iat,
    openid,
    resources = {},
  } = payload as UserGrant['payload'] & {
    openid?: { scope?: string };
    resources?: Record<string, string>;
  };
  return {
    application: clientId,
    scopes: [openid?.scope, ...Object.values(resources)].filter(Boolean),
    createdAt: secondsOf(iat),
    expiresAt: timeOf(expiresAt),
  };
});

const tokens = presentAll('others', ({ modelName, payload, expiresAt }) => ({
  kind: modelName,
  application: payload.clientId ?? null,
  scopes: typeof payload.scope === 'string' ? payload.scope.split(' ') : [],
  createdAt: secondsOf(payload.iat),
  expiresAt: timeOf(expiresAt),
}));

const roles = atOnce((db, { user }) =>
  db
    .selectFrom('usersRoles')
    .innerJoin('roles', 'roles.id', 'usersRoles.roleId')
    .select(['roles.id', 'roles.name', 'roles.description'])
    .where('usersRoles.userId', '=', user.id)
    .orderBy('roles.name')
    .execute(),
);

const organizations = atOnce(async (db, { user }) => {
  const rows = await db
    .selectFrom('organizationUsers as member')
    .innerJoin('organizations', 'organizations.id', 'member.organizationId')
    .select(['organizations.id', 'organizations.name', 'member.createdAt'])
    .where('member.userId', '=', user.id)
    .orderBy('organizations.name')
    .execute();
  const held = await db
    .selectFrom('organizationUserRoles as held')
    .innerJoin('organizationRoles as role', 'role.id', 'held.organizationRoleId')
    .select(['held.organizationId', 'role.name'])
    .where('held.userId', '=', user.id)
    .orderBy('role.name')
    .execute();
  return rows.map(({ id, name, createdAt }) => ({
    id,
    name,
    roles: held.filter(({ organizationId }) => organizationId === id).map(role => role.name),
    createdAt: timeOf(createdAt),
  }));
});

/** Applications that are open to the user by name, and organizations that the user lets applications see. */
const applicationAccess = atOnce(async (db, { user }) => {
  const named = await db
    .selectFrom('applicationAccessUsers')
    .select('applicationId')
    .where('userId', '=', user.id)
    .execute();
  const shared = await db
    .selectFrom('applicationConsentOrganizations')
    .select(['applicationId', 'organizationId'])
    .where('userId', '=', user.id)
    .execute();
  const documents = await db
    .selectFrom('cimdConsentOrganizations')
    .select(['clientId as applicationId', 'organizationId'])
    .where('userId', '=', user.id)
    .execute();
  return [
    ...named.map(({ applicationId }) => ({ kind: 'access', application: applicationId, organization: null })),
    ...[...shared, ...documents].map(({ applicationId, organizationId }) => ({
      kind: 'consent',
      application: applicationId,
      organization: organizationId,
    })),
  ];
});

/** Whom the user has invited is for those to see. */
const invitations = atOnce(async (db, { user, addresses }) => {
  const rows = await db
    .selectFrom('organizationInvitations')
    .innerJoin('organizations', 'organizations.id', 'organizationInvitations.organizationId')
    .select(['organizationInvitations.id', 'invitee', 'acceptedUserId', 'status', 'expiresAt'])
    .select(['organizationInvitations.createdAt', 'organizations.name as organization'])
    .where(({ or, eb }) =>
      or([
        eb('acceptedUserId', '=', user.id),
        eb('inviterId', '=', user.id),
        sql<boolean>`lower(invitee) = any(${addresses.map(address => address.toLowerCase())}::text[])`,
      ]),
    )
    .orderBy('organizationInvitations.createdAt')
    .execute();
  return rows.map(({ id, invitee, acceptedUserId, status, ...row }) => {
    const isTheirs = acceptedUserId === user.id || addresses.some(own => isSame(own, invitee));
    return {
      id,
      kind: isTheirs ? 'received' : 'sent',
      organization: row.organization,
      recipient: isTheirs ? invitee : null,
      status,
      createdAt: timeOf(row.createdAt),
      expiresAt: timeOf(row.expiresAt),
    };
  });
});

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

export const accessParts = {
  sessions,
  grants,
  tokens,
  roles,
  organizations,
  applicationAccess,
  invitations,
};
