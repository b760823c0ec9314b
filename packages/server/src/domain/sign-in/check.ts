import type { Acr } from '@gatehouse/contract/authentication-levels.ts';
import type { VerificationType } from '@gatehouse/contract/experience.ts';
import type { MfaFactor } from '@gatehouse/contract/mfa.ts';
import { explainRefusal, type RefusalSetting } from '@gatehouse/contract/refusals.ts';
import {
  type CheckedMethod,
  type CheckedSignIn,
  type CheckReason,
  type GateNote,
  type GateState,
  gatesOfRules,
  type SignInGate,
  signInGates,
} from '@gatehouse/contract/sign-in-check.ts';
import { decideSignIn, type Stage } from '../sign-in-decision.ts';
import { isCode } from './held-factors.ts';
import { factorMethods, firstMethods } from './methods.ts';
import type { Proof, Risk, SignInConfiguration, SignInContext, Subject, Verdict } from './situation.ts';

/** A way to sign in that a user could try, with the facts that only apply to it. */
export type Attempt = {
  method: CheckedMethod;
  target?: string;
  /** Absent where the user lacks what the method needs. */
  proof?: Proof;
  lacks?: CheckReason;
  /** Errors that the sign-in page gets before any rule is asked, such as a lockout. */
  refusals: readonly string[];
  risks: readonly Risk[];
};

export type Surroundings = {
  configuration: SignInConfiguration;
  user: Subject;
  hasScript: boolean;
  application?: { isAdmitted: boolean; isThirdParty: boolean; minimumAcr?: Acr };
};

type Found = GateNote & { gate: SignInGate };

/** Tells what happens at each gate if the user signs in this way now. The rules are those of a real sign-in. */
export const checkSignIn = (surroundings: Surroundings, attempt: Attempt): CheckedSignIn => {
  const found: Found[] = [];
  const isClosed = () => found.some(({ state }) => state === 'closed');
  for (const pass of [identify, complete, enter]) if (!isClosed()) found.push(...pass(surroundings, attempt));
  const { method, target } = attempt;
  return {
    method,
    ...(target === undefined ? {} : { target }),
    isAllowed: !isClosed(),
    gates: gatesOf(found),
  };
};

const gatesOf = (found: readonly Found[]): CheckedSignIn['gates'] => {
  const closed = found.find(({ state }) => state === 'closed')?.gate;
  const last = closed ? signInGates.indexOf(closed) : signInGates.length;
  return signInGates.map((gate, index) => {
    const notes =
      index > last ? [] : found.filter(each => each.gate === gate).map(({ gate: _, ...note }) => note);
    return { gate, state: index > last ? 'unreached' : stateOf(notes), notes };
  });
};

const stateOf = (notes: readonly GateNote[]): GateState => {
  if (notes.some(({ state }) => state === 'closed')) return 'closed';
  return notes.length > 0 ? 'asked' : 'open';
};

const close = (gate: SignInGate, code: string): Found => ({
  gate,
  state: 'closed',
  code,
  ...settingOf(code),
});

const settingOf = (code: string) => {
  const { setting } = explainRefusal({ code });
  return setting ? { setting } : {};
};

/** Up to the moment at which the server knows the user. */
const identify = (
  { configuration, user }: Surroundings,
  { method, proof, lacks, refusals: [refusal], risks }: Attempt,
): Found[] => {
  if (!proof) return [{ ...close('identifier', lacks ?? 'no_identifier'), setting: 'user' }];
  const { verdict, rule } = ask('identify', configuration, contextOf(proof, user, []));
  if (verdict) return [{ ...close(gatesOfRules[rule] ?? 'identifier', verdict.code), rule }];
  if (method === 'enterprise_sso' && !configuration.singleSignOnEnabled)
    return [{ ...close('proof', 'connector.not_enabled'), setting: 'enterpriseSso' }];
  if (lacks) return [{ ...close('proof', lacks), setting: settingsOfLack[lacks] ?? 'user' }];
  if (refusal) return [close('proof', refusal)];
  const found: Found[] = [];
  if (isCaptchaAsked(configuration, proof, user))
    found.push({ gate: 'proof', state: 'asked', code: 'captcha_asked', setting: 'captcha' });
  if (risks.length > 0)
    found.push({ gate: 'risk', state: 'asked', code: 'risks', because: [...risks], setting: 'mfa' });
  return found;
};

const settingsOfLack: Readonly<Partial<Record<CheckReason, RefusalSetting>>> = {
  no_email_connector: 'connectors',
  no_sms_connector: 'connectors',
};

const isCaptchaAsked = (configuration: SignInConfiguration, proof: Proof, user: Subject) =>
  !decideSignIn('identify', configuration, { ...contextOf(proof, user, []), captcha: 'absent' }).isAllowed;

const contextOf = (
  proof: Proof,
  user: Subject,
  risks: readonly Risk[],
  requiredAcr?: Acr,
): SignInContext => ({
  event: 'SignIn',
  captcha: 'passed',
  proof,
  user,
  given: { fields: [] },
  provenFactors: [],
  newFactors: [],
  skips: { mfa: false, suggestion: false, passkey: false },
  hasNewPasskey: false,
  wantsMfa: false,
  keepsAccount: false,
  risks,
  amr: firstMethods[proof.type] ?? [],
  ...(requiredAcr ? { requiredAcr } : {}),
});

const ask = (stage: Stage, configuration: SignInConfiguration, context: SignInContext) => {
  const { verdict, trace } = decideSignIn(stage, configuration, context);
  return { verdict, rule: trace.at(-1)?.rule ?? '' };
};

/** More than the rules could ever ask one after the other. */
const mostQuestions = 12;

/** Asks the rules until they let the user in, as if every question were answered. */
const complete = ({ configuration, user, application }: Surroundings, { proof, risks }: Attempt): Found[] => {
  const found: Found[] = [];
  let context: SignInContext | undefined = proof && {
    ...contextOf(proof, user, risks, application?.minimumAcr),
    identifiedAs: user.id,
  };
  while (context && found.length < mostQuestions) {
    const { verdict, rule } = ask('submit', configuration, context);
    if (!verdict) break;
    context = answer(context, verdict);
    found.push({
      gate: gatesOfRules[rule] ?? 'mfa',
      state: context ? 'asked' : 'closed',
      code: verdict.code,
      rule,
      ...detailsOf(verdict),
      ...settingOf(verdict.code),
    });
  }
  return found;
};

const factorsIn = ({ data }: Verdict) => (data?.availableFactors ?? []) as MfaFactor[];

const detailsOf = (verdict: Verdict) => {
  const { data, because } = verdict;
  const factors = factorsIn(verdict);
  return {
    ...(factors.length > 0 ? { factors } : {}),
    ...(Array.isArray(data?.missingProfile) ? { missingProfile: data.missingProfile as string[] } : {}),
    ...(because ? { because: [...because] } : {}),
    ...(data?.skippable ? { isSkippable: true } : {}),
  };
};

/** The interaction after the user did what the rule asks for, or nothing where that cannot be done. */
const answer = (context: SignInContext, verdict: Verdict): SignInContext | undefined => {
  const { skips } = context;
  const [factor] = factorsIn(verdict);
  switch (verdict.code) {
    case 'session.mfa.require_mfa_verification':
      return factor && withFactor({ ...context, provenFactors: [...context.provenFactors, factor] }, factor);
    case 'user.missing_mfa':
      return factor && withFactor({ ...context, newFactors: [...context.newFactors, factor] }, factor);
    case 'session.mfa.backup_code_required':
      return { ...context, newFactors: [...context.newFactors, 'BackupCode'] };
    case 'user.suggest_mfa':
      return { ...context, skips: { ...skips, mfa: true } };
    case 'session.mfa.suggest_additional_mfa':
      return { ...context, skips: { ...skips, suggestion: true } };
    case 'user.passkey_preferred':
      return { ...context, skips: { ...skips, passkey: true } };
    case 'user.missing_profile':
      return { ...context, given: { ...filledIn } };
    case 'user.deletion_pending':
      return { ...context, keepsAccount: true };
    default:
      return undefined;
  }
};

const filledIn = { username: true, email: 'user@example.com', phone: true, password: true, fields: [] };

const methodsOfFactor = (factor: MfaFactor) =>
  factorMethods[isCode(factor) ? (`Mfa${factor}` as VerificationType) : (factor as VerificationType)] ?? [];

const withFactor = (context: SignInContext, factor: MfaFactor): SignInContext => ({
  ...context,
  amr: [...new Set([...context.amr, ...methodsOfFactor(factor), 'mfa'])],
});

/** The scripts of the tenant and the application have the last word. */
const enter = ({ hasScript, application }: Surroundings): Found[] => [
  ...(hasScript ? [{ gate: 'script', state: 'asked', code: 'script_decides' } as const] : []),
  ...(application && !application.isAdmitted ? [close('application', 'access_denied')] : []),
  ...(application?.isThirdParty ? [{ gate: 'consent', state: 'asked', code: 'consent_asked' } as const] : []),
];
