import type { CheckedMethod, CheckReason } from '@gatehouse/contract/sign-in-check.ts';
import { isPasswordExpired } from '@gatehouse/contract/sign-in-policies.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { isBlocked, type SentinelAction } from '../sentinel.ts';
import type { Tenant } from '../tenant.ts';
import type { UserRow } from '../user-row.ts';
import type { Attempt } from './check.ts';
import { ssoConnectorsOf } from './email-rules.ts';
import { loadRisks } from './risks.ts';
import type { Proof } from './situation.ts';

type Candidate = Omit<Attempt, 'risks'> & { action?: SentinelAction };
type Identifier = NonNullable<Proof['identifier']>;

export type Place = { country?: string; device: 'known' | 'new' };

export const lockoutCode = 'session.verification_blocked_too_many_attempts';
export const expiredCode = 'password.expired';

/** Every way to sign in that the user could try, including those that the tenant or the user lacks. */
export const listAttempts = async (
  tenant: Tenant,
  db: Kysely<Tables>,
  user: UserRow,
  place: Place,
): Promise<Attempt[]> => {
  const experience = await tenant.cached.signInExperience();
  const configuration = await tenant.cached.signInConfiguration();
  const { canSend, adaptiveMfa } = configuration;
  const { primaryEmail } = user;
  const ofDomain = primaryEmail === null ? [] : ssoConnectorsOf(configuration, primaryEmail);
  const password = { changedAt: user.passwordChangedAt, isExpired: user.isPasswordExpired };
  const isExpired = isPasswordExpired(experience.passwordExpiration, password, Date.now());
  const candidates = [
    ...passwords(user, isExpired),
    ...codes(user, canSend),
    passkey(user),
    ...(await outsideAccounts(db, user, ofDomain)),
  ];
  const complete = async ({ action, ...attempt }: Candidate): Promise<Attempt> => {
    const identifier = attempt.proof?.identifier;
    const isLocked = action && identifier && (await isBlocked(db, { action, identifier }));
    const { refusals } = attempt;
    const risks = adaptiveMfa.enabled
      ? await loadRisks(db, user, { country: place.country }, attempt.proof)
      : [];
    return {
      ...attempt,
      refusals: isLocked ? [lockoutCode, ...refusals] : refusals,
      risks: risks.filter(risk => risk !== 'newDevice' || place.device === 'new'),
    };
  };
  return Promise.all(candidates.map(complete));
};

const identifiersOf = ({ username, primaryEmail, primaryPhone }: UserRow) =>
  [
    ['username', username],
    ['email', primaryEmail],
    ['phone', primaryPhone],
  ] as const;

const passwords = (user: UserRow, isExpired: boolean): Candidate[] =>
  identifiersOf(user).map(([type, value]) => ({
    ...identified(`${type}_password`, 'Password', value === null ? undefined : { type, value }),
    ...(value !== null && user.passwordEncrypted === null ? { lacks: 'no_password' } : {}),
    refusals: isExpired ? [expiredCode] : [],
    action: 'Password',
  }));

const codes = (user: UserRow, canSend: { email: boolean; phone: boolean }): Candidate[] => {
  const code = (
    type: 'email' | 'phone',
    value: string | null,
    proof: Proof['type'],
    lacks: CheckReason,
  ): Candidate => ({
    ...identified(`${type}_code`, proof, value === null ? undefined : { type, value }),
    ...(value !== null && !canSend[type] ? { lacks } : {}),
    action: 'VerificationCode',
  });
  return [
    code('email', user.primaryEmail, 'EmailVerificationCode', 'no_email_connector'),
    code('phone', user.primaryPhone, 'PhoneVerificationCode', 'no_sms_connector'),
  ];
};

const identified = (
  method: CheckedMethod,
  type: Proof['type'],
  identifier: Identifier | undefined,
): Candidate =>
  identifier
    ? { method, proof: { type, identifier }, refusals: [] }
    : { method, lacks: 'no_identifier', refusals: [] };

const passkey = ({ id, mfaVerifications }: UserRow): Candidate => ({
  method: 'passkey',
  proof: { type: 'SignInPasskey', userId: id },
  refusals: [],
  ...(mfaVerifications.some(({ type }) => type === 'WebAuthn') ? {} : { lacks: 'no_passkey' }),
});

/**
 * Accounts at social and enterprise providers that are linked to the user. The first sign-in with enterprise SSO links the
 * account of a user whose email domain the provider is in charge of.
 */
const outsideAccounts = async (
  db: Kysely<Tables>,
  { id, identities }: UserRow,
  ofDomain: readonly string[],
): Promise<Candidate[]> => {
  const enterprise = await db
    .selectFrom('userSsoIdentities')
    .select('ssoConnectorId')
    .where('userId', '=', id)
    .execute();
  return [
    ...Object.keys(identities).map(
      (target): Candidate => ({
        method: 'social',
        target,
        proof: { type: 'Social', userId: id },
        refusals: [],
      }),
    ),
    ...[...new Set([...enterprise.map(({ ssoConnectorId }) => ssoConnectorId), ...ofDomain])].map(
      (target): Candidate => ({
        method: 'enterprise_sso',
        target,
        proof: { type: 'EnterpriseSso', userId: id },
        refusals: [],
      }),
    ),
  ];
};
