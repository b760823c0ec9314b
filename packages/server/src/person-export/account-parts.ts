import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import { presentFactor } from '../domain/mfa-factors.ts';
import { configsOf } from '../domain/user-configs.ts';
import { isEmailVerified, isPhoneVerified } from '../domain/users.ts';
import { atOnce, type PartReader, timeOf } from './source.ts';

const profile: PartReader = async function* ({ user }) {
  yield {
    id: user.id,
    name: user.name,
    username: user.username,
    email: user.primaryEmail,
    isEmailVerified: isEmailVerified(user),
    phone: user.primaryPhone,
    isPhoneVerified: isPhoneVerified(user),
    avatar: user.avatar,
    profile: user.profile,
    customData: user.customData,
    hasPassword: user.passwordEncrypted !== null,
    passwordChangedAt: timeOf(user.passwordChangedAt),
    mfaSettings: configsOf(user),
    application: user.applicationId ?? user.cimdClientId,
    isSuspended: user.isSuspended,
    deletionDueAt: timeOf(user.deletionDueAt),
    lastSignInAt: timeOf(user.lastSignInAt),
    createdAt: timeOf(user.createdAt),
    updatedAt: timeOf(user.updatedAt),
  };
};

type SocialIdentity = { userId: string; details?: unknown };

const identities = atOnce(async (db, { user }) => {
  const companies = await db
    .selectFrom('userSsoIdentities')
    .select(['issuer', 'identityId', 'detail', 'createdAt', 'updatedAt'])
    .where('userId', '=', user.id)
    .execute();
  const social = Object.entries(user.identities as Record<string, SocialIdentity>);
  return [
    ...social.map(([provider, { userId, details = {} }]) => ({
      kind: 'social',
      provider,
      accountId: userId,
      details,
      createdAt: null,
      updatedAt: null,
    })),
    ...companies.map(({ issuer, identityId, detail, createdAt, updatedAt }) => ({
      kind: 'sso',
      provider: issuer,
      accountId: identityId,
      details: detail,
      createdAt: timeOf(createdAt),
      updatedAt: timeOf(updatedAt),
    })),
  ];
});

/** That a token of a provider is kept, never the token. */
const providerTokens = atOnce(async (db, { user }) => {
  const rows = await db
    .selectFrom('secrets')
    .select(['type', 'target', 'issuer', 'identityId', 'metadata', 'createdAt', 'updatedAt'])
    .where('userId', '=', user.id)
    .execute();
  return rows.map(({ type, target, issuer, identityId, metadata, createdAt, updatedAt }) => ({
    kind: type,
    provider: target ?? issuer,
    accountId: identityId,
    details: metadata,
    createdAt: timeOf(createdAt),
    updatedAt: timeOf(updatedAt),
  }));
});

const factors: PartReader = async function* ({ user }) {
  for (const factor of user.mfaVerifications as MfaVerification[]) {
    const { id, type, createdAt, lastUsedAt = null, name = null, ...details } = presentFactor(factor);
    yield { id, kind: type, name, createdAt, lastUsedAt, details };
  }
};

const personalAccessTokens = atOnce(async (db, { user }) => {
  const rows = await db
    .selectFrom('personalAccessTokens')
    .select(['name', 'createdAt', 'expiresAt'])
    .where('userId', '=', user.id)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ name, createdAt, expiresAt }) => ({
    name,
    createdAt: timeOf(createdAt),
    expiresAt: timeOf(expiresAt),
  }));
});

const impersonations = atOnce(async (db, { user }) => {
  const rows = await db
    .selectFrom('subjectTokens')
    .select(['creatorId', 'context', 'createdAt', 'expiresAt', 'consumedAt'])
    .where('userId', '=', user.id)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ creatorId, context, createdAt, expiresAt, consumedAt }) => ({
    actor: creatorId,
    createdAt: timeOf(createdAt),
    usedAt: timeOf(consumedAt),
    expiresAt: timeOf(expiresAt),
    details: context,
  }));
});

/** The mark of a device is good for nothing but to know it again: it says nothing to a reader. */
const places = atOnce(async (db, { user }) => {
  const rows = await db
    .selectFrom('signInPlaces')
    .select(['kind', 'value', 'seenAt'])
    .where('userId', '=', user.id)
    .orderBy('seenAt')
    .execute();
  return rows.map(({ kind, value, seenAt }) => ({
    kind,
    value: kind === 'country' ? value : null,
    lastUsedAt: timeOf(seenAt),
  }));
});

const activeDays = atOnce(async (db, { user }) => {
  const rows = await db
    .selectFrom('dailyActiveUsers')
    .select('date')
    .where('userId', '=', user.id)
    .orderBy('date')
    .execute();
  return rows.map(({ date }) => ({ date }));
});

export const accountParts = {
  profile,
  identities,
  providerTokens,
  factors,
  personalAccessTokens,
  impersonations,
  places,
  activeDays,
};
