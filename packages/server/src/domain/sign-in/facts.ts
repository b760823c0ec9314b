import { domainOf } from '../../email-addresses.ts';
import type { Proof, SignInContext, Subject } from './situation.ts';

/** Facts about a step that the rules do not read, but what comes before them does. */
type Surroundings = {
  /** Risks are only known where they were looked for. */
  isRiskKnown: boolean;
  /** The age of the password with which the user signed in. */
  password?: { changedAt: number | null; isExpired: boolean };
  /** The connector of the account at a social or enterprise provider. */
  connectorId?: string;
};

/** The facts that the rules read, without those that tell of a person. A fact that is absent is false or empty. */
export type SignInFacts = Partial<SignInContext> & Partial<Surroundings>;

/** Rules read the domain of an address, and whether it is a subaddress. */
const anonymous = (address: string) => `${/\+[^@]*@/.test(address) ? 'a+b' : 'a'}@${domainOf(address)}`;

const anonymousProof = ({ identifier, brings, related, ...proof }: Proof): Proof => ({
  ...proof,
  ...(identifier ? { identifier: { type: identifier.type, value: anonymousValue(identifier) } } : {}),
  ...(brings ? { brings: anonymousAccount(brings) } : {}),
  ...(related ? { related: { type: related.type, value: '' } } : {}),
});

const anonymousAccount = ({ email, phone }: NonNullable<Proof['brings']>) => ({
  ...(email === undefined ? {} : { email: anonymous(email) }),
  ...(phone === undefined ? {} : { phone: '' }),
});

const anonymousValue = ({ type, value }: NonNullable<Proof['identifier']>) =>
  type === 'email' ? anonymous(value) : '';

const anonymousUser = (user: Subject): Subject => ({
  ...user,
  email: user.email === null ? null : anonymous(user.email),
  suspensionReason: null,
  maskedIdentifiers: {},
});

export const factsOf = (context: SignInContext, surroundings: Surroundings): SignInFacts => {
  const { proof, user, given } = context;
  return compact({
    ...context,
    ...surroundings,
    proof: proof && anonymousProof(proof),
    user: user && anonymousUser(user),
    given: { ...given, email: given.email === undefined ? undefined : anonymous(given.email) },
  }) as SignInFacts;
};

/** Most facts about most sign-ins are "no": leaving them out halves what is stored. */
const compact = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const kept =
        field !== null && typeof field === 'object' && !Array.isArray(field)
          ? compact(field as object)
          : field;
      return isNothing(kept) ? [] : [[name, kept]];
    }),
  );

/** A list says something also where it is empty: a session that was proven by nothing is not the same as none. */
const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0);

export const contextOfFacts = (facts: SignInFacts): SignInContext => {
  const { isRiskKnown: _, password: __, connectorId: ___, ...context } = facts;
  return {
    event: 'SignIn',
    captcha: 'absent',
    provenFactors: [],
    newFactors: [],
    hasNewPasskey: false,
    wantsMfa: false,
    keepsAccount: false,
    risks: [],
    amr: [],
    ...context,
    user: context.user && { ...nobody, ...context.user, has: { ...nobody.has, ...context.user.has } },
    given: { fields: [], ...context.given },
    skips: { mfa: false, suggestion: false, passkey: false, ...context.skips },
  };
};

const nobody: Omit<Subject, 'id'> = {
  isSuspended: false,
  suspensionReason: null,
  deletionDueAt: null,
  email: null,
  passwordResetBy: null,
  has: { username: false, email: false, phone: false, password: false, identity: false },
  factors: [],
  maskedIdentifiers: {},
  hasPasskey: false,
  hasSkippedMfa: false,
  hasSkippedPasskey: false,
  skipsMfaOnSignIn: false,
  wantsMfa: false,
  isInOrganizationThatRequiresMfa: false,
};
