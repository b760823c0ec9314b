import { type Acr, acrOf, phishingResistantAcr, reaches } from '@gatehouse/contract/authentication-levels.ts';
import type { MfaFactor } from '@gatehouse/contract/mfa.ts';
import { backupCodesLast, isMain, isSpent, provesHeldFactor, usableFactors } from './held-factors.ts';
import type { Rule, SignInConfiguration } from './situation.ts';

/**
 * If the request requires a higher level than was reached, the user continues with an existing factor that reaches
 * it, or else sets one up. Only users without a factor can set one up without verifying another. An unreachable level
 * is reported before the user is asked for anything.
 */
export const reachesLevel: Rule = (configuration, context) => {
  const { requiredAcr: required, amr, user, event, provenFactors } = context;
  if (!required || event === 'ForgotPassword' || !user) return undefined;
  if (reaches(acrOf(amr), required)) return undefined;
  const mfa = { ...configuration.mfa, factors: acceptedFor(required, configuration) };
  const provable = usableFactors(mfa, context).filter(factor => !provenFactors.includes(factor));
  const { maskedIdentifiers } = user;
  if (provable.length)
    return {
      code: 'session.mfa.require_mfa_verification',
      data: { availableFactors: backupCodesLast(provable), maskedIdentifiers },
    };
  const availableFactors = mfa.factors.filter(
    factor => isMain(factor) && !user.factors.includes(factor) && !isSpent(factor, context),
  );
  if (availableFactors.length === 0)
    return { code: 'session.mfa.unmet_requirements', data: { requiredAcr: required } };
  const proof = provesHeldFactor(configuration, context);
  if (proof) return { ...proof, data: { ...proof.data, requiredAcr: required } };
  return { code: 'user.missing_mfa', data: { availableFactors, requiredAcr: required } };
};

/** A passkey counts where it is a second factor, and where it is there to sign in with. */
export const acceptedFor = (
  required: Acr,
  { mfa, passkeySignIn }: Pick<SignInConfiguration, 'mfa' | 'passkeySignIn'>,
): MfaFactor[] => {
  if (required !== phishingResistantAcr) return mfa.factors;
  return mfa.factors.includes('WebAuthn') || passkeySignIn.enabled ? ['WebAuthn'] : [];
};
