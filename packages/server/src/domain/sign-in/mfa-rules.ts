import type { MfaFactor, MfaPolicy } from '@gatehouse/contract/mfa.ts';
import { backupCodesLast, isCode, isMain, isSpent, provesHeldFactor, usableFactors } from './held-factors.ts';
import type { Proof, Rule, SignInConfiguration, SignInContext } from './situation.ts';

/** Users with an authentication factor must verify it. */
export const provesSecondFactor: Rule = (configuration, context) => {
  const { event, proof, user, provenFactors, risks } = context;
  if (event !== 'SignIn' || isEnoughAlone(proof) || !user) return undefined;
  const availableFactors = usableFactors(configuration.mfa, context);
  if (availableFactors.length === 0 || provenFactors.some(factor => availableFactors.includes(factor)))
    return undefined;
  if (!isAskedNow(configuration, context)) return undefined;
  const { maskedIdentifiers } = user;
  return {
    code: 'session.mfa.require_mfa_verification',
    data: { availableFactors: backupCodesLast(availableFactors), maskedIdentifiers },
    ...(risks.length ? { because: risks } : {}),
  };
};

/** With adaptive MFA, only risks or an organization that requires MFA trigger it. */
const isAskedNow = (configuration: SignInConfiguration, context: SignInContext) => {
  if (configuration.adaptiveMfa.enabled)
    return context.risks.length > 0 || isHeldByOrganization(configuration, context);
  return !context.user?.skipsMfaOnSignIn || isMandatory(configuration, context);
};

/** Users without one are asked to set one up, if the policy says so. */
export const needsSecondFactor: Rule = (configuration, context) => {
  if (!asksToSetUp(configuration, context)) return undefined;
  const fresh = context.newFactors.filter(factor => configuration.mfa.factors.includes(factor));
  const hasOne = [...offeredFactors(configuration, context), ...fresh].some(isMain);
  if (hasOne) return undefined;
  const availableFactors = configuration.mfa.factors.filter(
    factor => isMain(factor) && !isSpentAtSignIn(factor, context),
  );
  if (availableFactors.length === 0) return undefined;
  const isNeeded = isMandatory(configuration, context);
  const hasSkipped = context.user?.hasSkippedMfa && !wantsMfa(context);
  if (!isNeeded && (context.skips.mfa || hasSkipped)) return undefined;
  // Users with a factor that the tenant turned off verify it before they set up another. If MFA is only offered, they
  // are not asked.
  const proofFirst = provesHeldFactor(configuration, context);
  if (proofFirst) return isNeeded ? proofFirst : undefined;
  return isNeeded
    ? { code: 'user.missing_mfa', data: { availableFactors } }
    : { code: 'user.suggest_mfa', data: { availableFactors, skippable: true } };
};

/** An address or a number that came with registering is a thin second factor: a better one is offered once. */
export const suggestsAnotherFactor: Rule = (configuration, context) => {
  const { event, skips, user, newFactors } = context;
  if (event !== 'Register' || skips.suggestion || skips.mfa) return undefined;
  if (!asksToSetUp(configuration, context) || newFactors.length > 0) return undefined;
  const usable = offeredFactors(configuration, context);
  if (usable.length === 0 || !usable.every(isCode)) return undefined;
  // Includes factors from the registration, which the pages recognize by their masked identifiers.
  const availableFactors = configuration.mfa.factors.filter(isMain);
  if (availableFactors.every(factor => usable.includes(factor))) return undefined;
  const maskedIdentifiers = user?.maskedIdentifiers ?? {};
  return {
    code: 'session.mfa.suggest_additional_mfa',
    data: { availableFactors, maskedIdentifiers, skippable: true, suggestion: true },
  };
};

/** Backup codes come with the first factor that can be lost. */
export const needsBackupCodes: Rule = (configuration, context) => {
  const { mfa } = configuration;
  const { event, proof, user, newFactors } = context;
  if (event === 'ForgotPassword' || isEnoughAlone(proof)) return undefined;
  if (!mfa.factors.includes('BackupCode')) return undefined;
  if (mfa.policy === 'NoPrompt' && newFactors.length === 0) return undefined;
  const factors = [...(user?.factors ?? []), ...newFactors];
  const canBeLost = factors.some(factor => mfa.factors.includes(factor) && isMain(factor) && !isCode(factor));
  if (!canBeLost || factors.includes('BackupCode')) return undefined;
  return provesHeldFactor(configuration, context) ?? { code: 'session.mfa.backup_code_required' };
};

/** A passkey is faster and safer: it is offered to users who can create one, until they accept or decline. */
export const offersPasskey: Rule = (configuration, context) => {
  const { event, proof, user, skips, hasNewPasskey } = context;
  if (!configuration.passkeySignIn.enabled || event === 'ForgotPassword' || isEnoughAlone(proof))
    return undefined;
  const isSettled = user?.hasPasskey || user?.hasSkippedPasskey || skips.passkey || hasNewPasskey;
  if (isSettled || provesHeldFactor(configuration, context)) return undefined;
  return { code: 'user.passkey_preferred', data: { skippable: true } };
};

/** Enterprises ask for what they want themselves; a passkey is something that one has and something that one is or knows. */
const isEnoughAlone = (proof: Proof | undefined) =>
  proof?.type === 'EnterpriseSso' || proof?.type === 'SignInPasskey';

/** Mandatory steps cannot be skipped. */
export const mayNotSkip: Rule = (configuration, context) =>
  isMandatory(configuration, context) ? { code: 'session.mfa.mfa_policy_not_user_controlled' } : undefined;

/** Whether the policy now asks users without an MFA factor to set one up. */
const asksToSetUp = (configuration: SignInConfiguration, context: SignInContext) => {
  const { event, proof } = context;
  if (event === 'ForgotPassword' || isEnoughAlone(proof)) return false;
  if (isMandatory(configuration, context) || wantsMfa(context)) return true;
  const { policy } = configuration.mfa;
  if (policy === 'NoPrompt') return false;
  return !onlyAtSignIn.includes(policy) || event === 'SignIn';
};

/** Decided just now, or once and not taken back just now. */
const wantsMfa = ({ user, wantsMfa, skips }: SignInContext) =>
  wantsMfa || (user?.wantsMfa === true && !skips.mfa);

const onlyAtSignIn: readonly MfaPolicy[] = ['PromptOnlyAtSignIn', 'PromptOnlyAtSignInMandatory'];

const mandatory: readonly MfaPolicy[] = [
  'Mandatory',
  'PromptAtSignInAndSignUpMandatory',
  'PromptOnlyAtSignInMandatory',
];

const isMandatory = (configuration: SignInConfiguration, context: SignInContext) => {
  const { policy } = configuration.mfa;
  const isNow = !onlyAtSignIn.includes(policy) || context.event === 'SignIn';
  return (mandatory.includes(policy) && isNow) || isHeldByOrganization(configuration, context);
};

const isHeldByOrganization = ({ mfa }: SignInConfiguration, { user }: SignInContext) =>
  mfa.organizationRequiredMfaPolicy === 'Mandatory' && user?.isInOrganizationThatRequiresMfa === true;

/** An address that came with registering is there for later, whatever it was proven for. */
const offeredFactors = ({ mfa }: SignInConfiguration, context: SignInContext) =>
  usableFactors(mfa, context.event === 'SignIn' ? context : { user: context.user });

const isSpentAtSignIn = (factor: MfaFactor, context: SignInContext) =>
  context.event === 'SignIn' && isSpent(factor, context);
