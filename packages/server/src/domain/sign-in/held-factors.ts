import type { MfaFactor } from '@gatehouse/contract/mfa.ts';
import type { Rule, SignInConfiguration, SignInContext } from './situation.ts';

export const isMain = (factor: MfaFactor): boolean => factor !== 'BackupCode';
export const isCode = (factor: MfaFactor): boolean =>
  factor === 'EmailVerificationCode' || factor === 'PhoneVerificationCode';

/**
 * A user who holds a factor proves one in this interaction before another is added, also where sign-in does not ask for it:
 * the password alone must not become a second factor.
 */
export const provesHeldFactor: Rule = (configuration, context) => {
  const { user, proof, provenFactors } = context;
  const held = heldFactors(configuration, context);
  const isProven =
    proof?.type === 'SignInPasskey' || provenFactors.some(factor => !isCode(factor) || held.includes(factor));
  if (!user || held.length === 0 || isProven) return undefined;
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
 * What the user can prove. An authenticator app, a passkey and backup codes work also where the tenant no longer offers
 * them. Codes are only sent where it does, and are no way around a stronger factor unless the tenant wants them to be.
 */
const heldFactors = ({ mfa }: SignInConfiguration, context: SignInContext) => {
  const held = (context.user?.factors ?? []).filter(
    factor => !isCode(factor) || (mfa.factors.includes(factor) && !isSpent(factor, context)),
  );
  const hasStronger = held.some(factor => isMain(factor) && !isCode(factor));
  return hasStronger && !mfa.allowWeakerFactors ? held.filter(factor => !isCode(factor)) : held;
};

/** A new user has just proven the address; a user who comes from a session may have come to it through the channel. */
const isSpent = (factor: MfaFactor, context: SignInContext) => {
  if (context.event !== 'SignIn') return true;
  return context.proof ? spentChannel(context) === factor : isFirstChannel(factor, context);
};

/**
 * The channel that proves nothing more: a code came through it already, or a code that came through it has set the password
 * with which the user signs in now.
 */
export const spentChannel = ({ event, user, proof }: SignInContext) => {
  if (event !== 'SignIn') return undefined;
  return proof?.type === 'Password' ? channelOf(user?.passwordResetBy ?? undefined) : channelOf(proof?.type);
};

const channelOf = (type: string | undefined): MfaFactor | undefined => {
  if (type === 'EmailVerificationCode' || type === 'OneTimeToken') return 'EmailVerificationCode';
  return type === 'PhoneVerificationCode' ? type : undefined;
};

/** A code through the channel of the first proof is no second factor. */
export const isFirstChannel = (factor: MfaFactor, { proof, amr }: SignInContext) => {
  const isFirstCode = proof ? proof.type !== 'Password' : !amr.includes('pwd');
  if (factor === 'EmailVerificationCode') return isFirstCode && amr.includes('otp');
  return factor === 'PhoneVerificationCode' && isFirstCode && amr.includes('sms');
};

export const backupCodesLast = (factors: MfaFactor[]) => [
  ...factors.filter(isMain),
  ...factors.filter(factor => !isMain(factor)),
];
