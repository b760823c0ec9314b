import type { MfaFactor } from '@gatehouse/contract/mfa.ts';
import { firstMethods } from './methods.ts';
import type { Rule, SignInConfiguration, SignInContext, Subject } from './situation.ts';

export const isMain = (factor: MfaFactor): boolean => factor !== 'BackupCode';
export const isCode = (factor: MfaFactor): boolean =>
  factor === 'EmailVerificationCode' || factor === 'PhoneVerificationCode';

/**
 * A user who holds a factor proves one in this interaction before another is added, also where sign-in does not ask for it:
 * the password alone must not become a second factor. A user without one has signed in in this interaction: a session that
 * it continues proves nothing.
 */
export const provesHeldFactor: Rule = (configuration, context) => {
  const { user, proof, provenFactors, sessionAmr } = context;
  const held = heldFactors(configuration, context);
  const isProven =
    proof?.type === 'SignInPasskey' || provenFactors.some(factor => !isCode(factor) || held.includes(factor));
  if (!user || isProven) return undefined;
  if (held.length === 0) return sessionAmr && !proof ? { code: 'session.identifier_not_found' } : undefined;
  return {
    code: 'session.mfa.require_mfa_verification',
    data: { availableFactors: backupCodesLast(held), maskedIdentifiers: user.maskedIdentifiers },
  };
};

/** The same again at the end: a factor may have come to the user since, and an address given on the way can be one. */
export const provesBeforeAdding: Rule = (configuration, context) => {
  const { factors } = configuration.mfa;
  const isAdding = context.newFactors.some(factor => !isCode(factor) || factors.includes(factor));
  return isAdding ? provesHeldFactor(configuration, context) : undefined;
};

/**
 * The factors the user can verify. An authenticator app, a passkey and backup codes still work if the tenant no
 * longer offers them. Codes are sent only if the tenant offers them, and cannot replace a stronger factor unless the
 * tenant allows it.
 */
export const heldFactors = (
  { mfa }: Pick<SignInConfiguration, 'mfa'>,
  context: FactorSituation & Pick<SignInContext, 'event'>,
) => {
  // A new user has just proven the address.
  const held = (context.user?.factors ?? []).filter(
    factor =>
      !isCode(factor) ||
      (mfa.factors.includes(factor) && context.event === 'SignIn' && !isSpent(factor, context)),
  );
  return withoutWeaker(held, mfa);
};

/**
 * The factors that raise the level: those that the user has and the tenant accepts, but never a channel that the first proof
 * came through. A code that the user may not use counts for nothing, also when it was right.
 */
export const usableFactors = (mfa: SignInConfiguration['mfa'], situation: FactorSituation): MfaFactor[] => {
  const accepted = (situation.user?.factors ?? []).filter(
    factor => mfa.factors.includes(factor) && !isSpent(factor, situation),
  );
  return withoutWeaker(accepted, mfa);
};

export type FactorSituation = Pick<SignInContext, 'proof' | 'sessionAmr'> & {
  user?: Pick<Subject, 'factors' | 'passwordResetBy'>;
};

/** Codes by email and SMS are no way around an authenticator app or a passkey, unless the tenant wants them to be. */
const withoutWeaker = (factors: MfaFactor[], { allowWeakerFactors }: SignInConfiguration['mfa']) => {
  const hasStronger = factors.some(factor => isMain(factor) && !isCode(factor));
  return hasStronger && !allowWeakerFactors ? factors.filter(factor => !isCode(factor)) : factors;
};

/**
 * The channel proves nothing more: a code came through it already, now or when the session began, or a code that came
 * through it has set the password with which the user signed in.
 */
export const isSpent = (factor: MfaFactor, { user, proof, sessionAmr }: FactorSituation) => {
  if (!isCode(factor)) return false;
  const methods = (proof ? firstMethods[proof.type] : sessionAmr) ?? [];
  if (methods.includes('pwd')) return user?.passwordResetBy === factor;
  return methods.includes(factor === 'EmailVerificationCode' ? 'otp' : 'sms');
};

export const backupCodesLast = (factors: MfaFactor[]) => [
  ...factors.filter(isMain),
  ...factors.filter(factor => !isMain(factor)),
];
