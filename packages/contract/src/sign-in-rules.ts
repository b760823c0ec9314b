import type { ErrorCode } from './errors.ts';
import type { SignInExperience } from './sign-in-experience.ts';

export type RuleBreak = { path: readonly (string | number)[]; code: ErrorCode };
type Rule = (experience: Pick<SignInExperience, 'signIn' | 'signUp' | 'mfa' | 'adaptiveMfa'>) => RuleBreak[];

const codeFactors = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

const everyMethodHasAFactor: Rule = ({ signIn }) =>
  signIn.methods.flatMap(({ password, verificationCode }, index) =>
    password || verificationCode
      ? []
      : [
          {
            path: ['signIn', 'methods', index],
            code: 'sign_in_experiences.at_least_one_authentication_factor',
          },
        ],
  );

/** An identifier that signs up need not sign in; where it does, what new users have must be enough for it. */
const signUpIdentifiersSignIn: Rule = ({ signIn, signUp }) =>
  signUp.identifiers.flatMap((identifier): RuleBreak[] => {
    const path = ['signIn', 'methods'];
    const method = signIn.methods.find(candidate => candidate.identifier === identifier);
    if (!method) return [];
    if (signUp.password && !method.password) {
      return [{ path, code: 'sign_in_experiences.password_sign_in_must_be_enabled' }];
    }
    if (!signUp.password && identifier !== 'username' && !method.verificationCode) {
      return [{ path, code: 'sign_in_experiences.code_sign_in_must_be_enabled' }];
    }
    return [];
  });

const usernameNeedsPassword: Rule = ({ signUp }) =>
  signUp.identifiers.includes('username') && !signUp.password
    ? [{ path: ['signUp', 'password'], code: 'sign_in_experiences.username_requires_password' }]
    : [];

const emailAndPhoneAreVerified: Rule = ({ signUp }) =>
  signUp.identifiers.some(identifier => identifier !== 'username') && !signUp.verify
    ? [{ path: ['signUp', 'verify'], code: 'sign_in_experiences.passwordless_requires_verify' }]
    : [];

/** A code cannot be both the first and the second proof. */
const codesServeOnce: Rule = ({ signIn, mfa }) =>
  (Object.keys(codeFactors) as (keyof typeof codeFactors)[]).flatMap(identifier => {
    const isFirst = signIn.methods.some(
      method => method.identifier === identifier && method.verificationCode,
    );
    return isFirst && mfa.factors.includes(codeFactors[identifier])
      ? [
          {
            path: ['mfa', 'factors'],
            code: `sign_in_experiences.${identifier}_verification_code_cannot_be_used_for_mfa` as const,
          },
        ]
      : [];
  });

const adaptingNeedsFactors: Rule = ({ mfa, adaptiveMfa }) =>
  adaptiveMfa.enabled && mfa.factors.length === 0
    ? [{ path: ['adaptiveMfa', 'enabled'], code: 'sign_in_experiences.adaptive_mfa_requires_mfa' }]
    : [];

const rules = [
  everyMethodHasAFactor,
  signUpIdentifiersSignIn,
  usernameNeedsPassword,
  emailAndPhoneAreVerified,
  codesServeOnce,
  adaptingNeedsFactors,
];

/** Conflicts within a whole sign-in experience. The server checks the stored one with the update merged in. */
export const brokenSignInRules: Rule = experience => rules.flatMap(rule => rule(experience));

/** The identifiers that new users bring and cannot come back with. */
export const signUpOnlyIdentifiers = ({ signIn, signUp }: Pick<SignInExperience, 'signIn' | 'signUp'>) =>
  signUp.identifiers.filter(identifier => !signIn.methods.some(method => method.identifier === identifier));

/** The connectors without which the settings cannot work. */
export const neededConnectors = ({
  signIn,
  signUp,
  mfa,
}: Pick<SignInExperience, 'signIn' | 'signUp' | 'mfa'>) => {
  const needs = (identifier: keyof typeof codeFactors) =>
    mfa.factors.includes(codeFactors[identifier]) ||
    signIn.methods.some(method => method.identifier === identifier && method.verificationCode) ||
    (signUp.verify && signUp.identifiers.includes(identifier));
  return [...(needs('email') ? (['Email'] as const) : []), ...(needs('phone') ? (['Sms'] as const) : [])];
};
