import {
  type Acr,
  acrOf,
  multiFactorAcr,
  phishingResistantAcr,
  reaches,
} from '@gatehouse/contract/authentication-levels.ts';
import type { MfaFactor } from '@gatehouse/contract/mfa.ts';
import { isFirstChannel, provesHeldFactor } from './held-factors.ts';
import type { Rule } from './situation.ts';

/**
 * Where the request wants more than was proven, the user goes on: with a factor that is there, then with one that can be
 * set up. Only who has no factor sets one up without having proven another.
 */
export const reachesLevel: Rule = (configuration, context) => {
  const { mfa } = configuration;
  const { requiredAcr: required, amr, user, event } = context;
  if (!required || event === 'ForgotPassword' || !user) return undefined;
  const reached = acrOf(amr);
  if (reaches(reached, required)) return undefined;
  const isMulti = reaches(reached, multiFactorAcr);
  const held = user.factors.filter(
    factor => mfa.factors.includes(factor) && !isFirstChannel(factor, context),
  );
  const helpful = held.filter(factor => helps(factor, required) && !context.provenFactors.includes(factor));
  const provable = helpful.length || isMulti ? helpful : held;
  if (provable.length)
    return {
      code: 'session.mfa.require_mfa_verification',
      data: { availableFactors: provable, maskedIdentifiers: user.maskedIdentifiers },
    };
  const settable = mfa.factors.filter(
    factor => factor !== 'BackupCode' && helps(factor, required) && !held.includes(factor),
  );
  const free = settable.filter(factor => !isFirstChannel(factor, context));
  if (free.length === 0) return { code: 'session.mfa.unmet_requirements' };
  const proofFirst = provesHeldFactor(configuration, context);
  return proofFirst ?? { code: 'user.missing_mfa', data: { availableFactors: free, skippable: false } };
};

const helps = (factor: MfaFactor, required: Acr) =>
  required !== phishingResistantAcr || factor === 'WebAuthn';
