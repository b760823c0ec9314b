import { organizations as organizationRows } from '@gatehouse/contract/organizations.ts';
import { sentinelActivities } from '@gatehouse/contract/sentinel.ts';
import type { FilledField } from '@gatehouse/contract/sign-in-changes.ts';
import { type SignInIdentifier, signInIdentifiers } from '@gatehouse/contract/sign-in-experience.ts';
import { ssoConnectors as ssoRows } from '@gatehouse/contract/sso-connectors.ts';
import { userFactors } from '@gatehouse/contract/user-identities.ts';
import { userPasswords } from '@gatehouse/contract/user-passwords.ts';
import { userPersonalData } from '@gatehouse/contract/user-personal-data.ts';
import { users } from '@gatehouse/contract/users.ts';
import { domainOf } from '../../../email-addresses.ts';
import { expiredCode, lockoutCode } from '../attempts.ts';
import { isCode } from '../held-factors.ts';
import type { Proof } from '../situation.ts';
import {
  type Candidate,
  type Facts,
  type Known,
  withAttempt,
  withMfaOrganizations,
  withUser,
} from './facts.ts';

/** Changes of the user alone. */
export const userChanges = (known: Known): Candidate[] => [
  endLockout,
  ...standing(known),
  ...passwords(known),
  ...signInIdentifiers.map(identifier => addIdentifier(known, identifier)),
  ...factors(known),
];

const withoutRefusals = (facts: Facts, ...codes: string[]) =>
  withAttempt(facts, { refusals: facts.attempt.refusals.filter(code => !codes.includes(code)) });

const endLockout: Candidate = {
  change: { kind: 'end_lockout', setting: 'lockout' },
  make: facts => {
    const { refusals, proof } = facts.attempt;
    if (!proof?.identifier || !refusals.includes(lockoutCode)) return undefined;
    const body = { targetType: 'User', targets: [proof.identifier.value] };
    return {
      facts: withoutRefusals(facts, lockoutCode),
      requests: [{ row: sentinelActivities.delete, body }],
    };
  },
};

const standing = ({ userId }: Known): Candidate[] => [
  {
    change: { kind: 'reactivate_user', setting: 'user' },
    make: facts =>
      facts.surroundings.user.isSuspended
        ? {
            facts: withUser(facts, { isSuspended: false, suspensionReason: null }),
            requests: [{ row: users.updateSuspension, params: { userId }, body: { isSuspended: false } }],
          }
        : undefined,
  },
  {
    change: { kind: 'keep_account', setting: 'user' },
    make: facts =>
      facts.surroundings.user.deletionDueAt === null
        ? undefined
        : {
            facts: withUser(facts, { deletionDueAt: null }),
            requests: [{ row: userPersonalData.cancelDeletion, params: { userId } }],
          },
  },
];

const passwords = ({ userId, isExpiredByHand }: Known): Candidate[] => [
  {
    change: { kind: 'keep_password', setting: 'user' },
    make: facts =>
      isExpiredByHand && facts.attempt.refusals.includes(expiredCode)
        ? {
            facts: withoutRefusals(facts, expiredCode),
            requests: [{ row: userPasswords.expirePassword, params: { userId }, body: { isExpired: false } }],
          }
        : undefined,
  },
  {
    change: { kind: 'set_password', setting: 'user' },
    make: facts => {
      const { user } = facts.surroundings;
      const { lacks } = facts.attempt;
      const renewed = withUser(withoutRefusals(facts, expiredCode, 'session.invalid_credentials'), {
        has: { ...user.has, password: true },
        passwordResetBy: null,
      });
      return {
        facts: lacks === 'no_password' ? withAttempt(renewed, { lacks: undefined }) : renewed,
        requests: [{ row: userPasswords.updatePassword, params: { userId }, fill: 'password' }],
      };
    },
  },
];

const fieldOf: Readonly<Record<SignInIdentifier, FilledField>> = {
  username: 'username',
  email: 'primaryEmail',
  phone: 'primaryPhone',
};

/** They stand for what the caller fills in. */
const exampleOf: Readonly<Record<SignInIdentifier, string>> = {
  username: 'user',
  email: 'user@example.com',
  phone: '15550100',
};

const proofTypes: Readonly<Record<string, Proof['type']>> = {
  username_password: 'Password',
  email_password: 'Password',
  phone_password: 'Password',
  email_code: 'EmailVerificationCode',
  phone_code: 'PhoneVerificationCode',
};

const addIdentifier = ({ userId }: Known, identifier: SignInIdentifier): Candidate => ({
  change: { kind: 'add_identifier', setting: 'user', identifier },
  make: facts => {
    const { user } = facts.surroundings;
    if (user.has[identifier]) return undefined;
    const factor =
      identifier === 'username'
        ? []
        : [identifier === 'email' ? ('EmailVerificationCode' as const) : ('PhoneVerificationCode' as const)];
    const named = withUser(facts, {
      has: { ...user.has, [identifier]: true },
      factors: [...user.factors, ...factor],
      ...(identifier === 'email' ? { email: exampleOf.email } : {}),
    });
    return {
      facts: identifiedBy(named, identifier),
      requests: [{ row: users.update, params: { userId }, fill: fieldOf[identifier] }],
    };
  },
});

/** The method can be tried now, if it is one that takes the identifier. */
const identifiedBy = (facts: Facts, identifier: SignInIdentifier): Facts => {
  const { attempt, surroundings } = facts;
  const { user, configuration } = surroundings;
  const type = proofTypes[attempt.method];
  if (!type || attempt.proof || !attempt.method.startsWith(identifier)) return facts;
  const lacksPassword = type === 'Password' && !user.has.password;
  const lacksConnector =
    type !== 'Password' && identifier !== 'username' && !configuration.canSend[identifier];
  const lacksSending =
    identifier === 'email' ? ('no_email_connector' as const) : ('no_sms_connector' as const);
  return withAttempt(facts, {
    proof: { type, identifier: { type: identifier, value: exampleOf[identifier] } },
    lacks: lacksPassword ? 'no_password' : lacksConnector ? lacksSending : undefined,
  });
};

const factors = ({ userId, factorIds }: Known): Candidate[] => [
  {
    change: { kind: 'remove_factors', setting: 'user' },
    make: facts => {
      if (factorIds.length === 0) return undefined;
      const { user } = facts.surroundings;
      const bare = withUser(facts, { factors: user.factors.filter(isCode), hasPasskey: false });
      return {
        facts: facts.attempt.method === 'passkey' ? withAttempt(bare, { lacks: 'no_passkey' }) : bare,
        requests: factorIds.map(verificationId => ({
          row: userFactors.deleteMfaVerification,
          params: { userId, verificationId },
        })),
      };
    },
  },
  {
    change: { kind: 'skip_mfa', setting: 'user' },
    make: facts => ({
      facts: withUser(facts, { skipsMfaOnSignIn: true }),
      requests: [{ row: users.updateConfigs, params: { userId }, body: { mfa: { skipMfaOnSignIn: true } } }],
    }),
  },
];

/** Changes of the organizations and enterprise connectors that the user belongs to. */
export const companyChanges = ({ mfaOrganizations, ssoConnectors }: Facts): Candidate[] => [
  ...mfaOrganizations.map(
    ({ id, name }): Candidate => ({
      change: { kind: 'organization_without_mfa', setting: 'mfa', object: { id, name } },
      make: facts => ({
        facts: withMfaOrganizations(
          facts,
          facts.mfaOrganizations.filter(other => other.id !== id),
        ),
        requests: [{ row: organizationRows.update, params: { id }, body: { isMfaRequired: false } }],
      }),
    }),
  ),
  ...ssoConnectors.map(
    ({ id, name, domains }): Candidate => ({
      change: { kind: 'release_domain', setting: 'enterpriseSso', object: { id, name } },
      make: facts => {
        const { email } = facts.surroundings.user;
        const kept = domains.filter(domain => domain.toLowerCase() !== domainOf(email ?? ''));
        return {
          facts: withDomains(facts, id, kept),
          requests: [{ row: ssoRows.update, params: { id }, body: { domains: kept } }],
        };
      },
    }),
  ),
];

const withDomains = (facts: Facts, id: string, domains: readonly string[]): Facts => {
  const { configuration } = facts.surroundings;
  const ssoConnectors = configuration.ssoConnectors.map(connector =>
    connector.id === id ? { id, domains: domains.map(domain => domain.toLowerCase()) } : connector,
  );
  return {
    ...facts,
    surroundings: { ...facts.surroundings, configuration: { ...configuration, ssoConnectors } },
  };
};
