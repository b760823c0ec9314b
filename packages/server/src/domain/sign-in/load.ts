import type { MfaFactor, MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import type { Kysely } from 'kysely';
import { factoryIdsOf } from '../../connectors/catalogue.ts';
import type { Tables } from '../../database/tables.ts';
import { maskEmail, maskPhone } from '../mask-identifier.ts';
import { loadSignInExperience } from '../sign-in-experience.ts';
import { configsOf } from '../user-configs.ts';
import type { UserRow } from '../user-row.ts';
import type { SignInConfiguration, Subject } from './situation.ts';

/** Everything that the tenant has set up about signing in. */
export const loadSignInConfiguration = async (
  db: Kysely<Tables>,
): Promise<SignInConfiguration & SignInExperience & { devicesKnownSince: number }> => {
  const experience = await loadSignInExperience(db);
  const connectors = await db.selectFrom('connectors').select('connectorId').execute();
  const { devicesKnownSince } = await db
    .selectFrom('tenants')
    .select('devicesKnownSince')
    .executeTakeFirstOrThrow();
  const enterprises = await db
    .selectFrom('ssoConnectors')
    .select(['id', 'domains'])
    .where('isComplete', '=', true)
    .execute();
  const captcha = await db.selectFrom('captchaProviders').select('id').executeTakeFirst();
  const fields = await db
    .selectFrom('customProfileFields')
    .select('name')
    .where('required', '=', true)
    .execute();
  const sends = (channel: 'Email' | 'Sms') =>
    connectors.some(({ connectorId }) => factoryIdsOf(channel).includes(connectorId));
  return {
    ...experience,
    devicesKnownSince,
    hasCaptchaProvider: captcha !== undefined,
    canSend: { email: sends('Email'), phone: sends('Sms') },
    ssoConnectors: enterprises.map(({ id, domains }) => ({
      id,
      domains: domains.map(domain => domain.toLowerCase()),
    })),
    requiredFields: fields
      .map(({ name }) => name)
      .filter(name => experience.signUpProfileFields?.some(asked => asked.name === name) ?? true),
  };
};

/** The facts about a user that the rules need. */
export const describeSubject = async (db: Kysely<Tables>, user: UserRow): Promise<Subject> => {
  const { mfa, passkeySignIn } = configsOf(user);
  return {
    id: user.id,
    isSuspended: user.isSuspended,
    suspensionReason: user.suspensionReason,
    deletionDueAt: user.deletionDueAt,
    email: user.primaryEmail,
    passwordResetBy: user.passwordResetBy,
    has: {
      username: user.username !== null,
      email: user.primaryEmail !== null,
      phone: user.primaryPhone !== null,
      password: user.passwordEncrypted !== null,
      identity: Object.keys(user.identities).length > 0,
    },
    factors: factorsOf(user),
    maskedIdentifiers: maskIdentifiers(user),
    hasPasskey: (user.mfaVerifications as MfaVerification[]).some(({ type }) => type === 'WebAuthn'),
    hasSkippedMfa: mfa.skipped,
    hasSkippedPasskey: passkeySignIn.skipped,
    skipsMfaOnSignIn: mfa.skipMfaOnSignIn,
    wantsMfa: mfa.enabled === true,
    isInOrganizationThatRequiresMfa: await isHeldToMfa(db, user.id),
  };
};

/** The factors that can be used now, last used first. Verified addresses and numbers are factors too. */
export const factorsOf = (user: UserRow): MfaFactor[] => {
  const usable = (user.mfaVerifications as MfaVerification[])
    .filter(factor => factor.type !== 'BackupCode' || factor.codes.some(({ usedAt }) => !usedAt))
    .toSorted((one, other) => (other.lastUsedAt ?? '').localeCompare(one.lastUsedAt ?? ''));
  return [
    ...new Set<MfaFactor>([
      ...usable.map(({ type }) => type),
      ...(user.primaryPhone === null ? [] : ['PhoneVerificationCode' as const]),
      ...(user.primaryEmail === null ? [] : ['EmailVerificationCode' as const]),
    ]),
  ];
};

const maskIdentifiers = ({ primaryEmail, primaryPhone }: UserRow): Subject['maskedIdentifiers'] => ({
  ...(primaryEmail === null ? {} : { EmailVerificationCode: maskEmail(primaryEmail) }),
  ...(primaryPhone === null ? {} : { PhoneVerificationCode: maskPhone(primaryPhone) }),
});

const isHeldToMfa = async (db: Kysely<Tables>, userId: string) => {
  const found = await db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .select('organizations.id')
    .where('organizationUsers.userId', '=', userId)
    .where('organizations.isMfaRequired', '=', true)
    .executeTakeFirst();
  return found !== undefined;
};
