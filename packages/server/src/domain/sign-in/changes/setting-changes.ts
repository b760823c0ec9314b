import { type MfaPolicy, mfaFactors } from '@gatehouse/contract/mfa.ts';
import type { CheckedMethod } from '@gatehouse/contract/sign-in-check.ts';
import {
  type SignInExperience,
  type SignInIdentifier,
  signInExperienceRows,
} from '@gatehouse/contract/sign-in-experience.ts';
import { brokenSignInRules, neededConnectors } from '@gatehouse/contract/sign-in-rules.ts';
import { expiredCode } from '../attempts.ts';
import { type Candidate, type Facts, withAttempt } from './facts.ts';

type Configuration = Facts['surroundings']['configuration'];
type Patch = Partial<SignInExperience>;
type PatchOf = (configuration: Configuration, facts: Facts) => Patch | undefined;

/** A change of settings that the server would accept. What a former change has set is kept. */
const settingChange = (
  change: Candidate['change'],
  patchOf: PatchOf,
  after: (facts: Facts) => Facts = facts => facts,
): Candidate => ({
  change,
  make: facts => {
    const { surroundings } = facts;
    const patch = patchOf(surroundings.configuration, facts);
    if (!patch) return undefined;
    const configuration = { ...surroundings.configuration, ...patch };
    if (!isAccepted(configuration, patch)) return undefined;
    return {
      facts: after({ ...facts, surroundings: { ...surroundings, configuration } }),
      requests: [{ row: signInExperienceRows.update, body: patch }],
    };
  },
});

const isAccepted = (configuration: Configuration, patch: Patch) => {
  const { canSend } = configuration;
  const lacks = neededConnectors(configuration).some(
    type => !(type === 'Email' ? canSend.email : canSend.phone),
  );
  const isAboutCodes = patch.signIn !== undefined || patch.mfa !== undefined;
  return (
    signInExperienceRows.update.body.safeParse(patch).success &&
    brokenSignInRules(configuration).length === 0 &&
    !(isAboutCodes && lacks)
  );
};

const optionalOf: Readonly<Partial<Record<MfaPolicy, MfaPolicy>>> = {
  Mandatory: 'UserControlled',
  PromptOnlyAtSignInMandatory: 'PromptOnlyAtSignIn',
  PromptAtSignInAndSignUpMandatory: 'PromptAtSignInAndSignUp',
};

type MethodSetting = { identifier: SignInIdentifier; by: 'password' | 'verificationCode' };
const methodSettings: Readonly<Partial<Record<CheckedMethod, MethodSetting>>> = {
  username_password: { identifier: 'username', by: 'password' },
  email_password: { identifier: 'email', by: 'password' },
  phone_password: { identifier: 'phone', by: 'password' },
  email_code: { identifier: 'email', by: 'verificationCode' },
  phone_code: { identifier: 'phone', by: 'verificationCode' },
};

const enableMethod: PatchOf = ({ signIn }, { attempt }) => {
  const wanted = methodSettings[attempt.method];
  if (!wanted) return undefined;
  const { identifier, by } = wanted;
  const known = signIn.methods.find(method => method.identifier === identifier);
  if (known?.[by]) return undefined;
  const off = { identifier, password: false, verificationCode: false, isPasswordPrimary: by === 'password' };
  const method = { ...(known ?? off), [by]: true };
  const methods = known
    ? signIn.methods.map(each => (each === known ? method : each))
    : [...signIn.methods, method];
  return { signIn: { methods } };
};

const methodChanges: readonly Candidate[] = [
  settingChange({ kind: 'enable_method', setting: 'signInMethods' }, enableMethod),
  settingChange({ kind: 'enable_passkeys', setting: 'signInMethods' }, ({ passkeySignIn }, { attempt }) =>
    attempt.method === 'passkey' && !passkeySignIn.enabled
      ? { passkeySignIn: { ...passkeySignIn, enabled: true } }
      : undefined,
  ),
  settingChange({ kind: 'allow_sign_in', setting: 'signInMethods' }, ({ signInMode }) =>
    signInMode === 'Register' ? { signInMode: 'SignInAndRegister' } : undefined,
  ),
  settingChange({ kind: 'enable_sso', setting: 'enterpriseSso' }, ({ singleSignOnEnabled }) =>
    singleSignOnEnabled ? undefined : { singleSignOnEnabled: true },
  ),
  settingChange({ kind: 'disable_sso', setting: 'enterpriseSso' }, ({ singleSignOnEnabled }) =>
    singleSignOnEnabled ? { singleSignOnEnabled: false } : undefined,
  ),
];

const mfaChanges: readonly Candidate[] = [
  ...mfaFactors.map(factor =>
    settingChange({ kind: 'enable_factor', setting: 'mfa', factor }, ({ mfa }) =>
      mfa.factors.includes(factor) ? undefined : { mfa: { ...mfa, factors: [...mfa.factors, factor] } },
    ),
  ),
  ...mfaFactors.map(factor =>
    settingChange({ kind: 'disable_factor', setting: 'mfa', factor }, ({ mfa }) =>
      mfa.factors.includes(factor)
        ? { mfa: { ...mfa, factors: mfa.factors.filter(other => other !== factor) } }
        : undefined,
    ),
  ),
  settingChange({ kind: 'relax_mfa', setting: 'mfa' }, ({ mfa }) => {
    const policy = optionalOf[mfa.policy];
    return policy && { mfa: { ...mfa, policy } };
  }),
  settingChange({ kind: 'relax_organization_mfa', setting: 'mfa' }, ({ mfa }) =>
    mfa.organizationRequiredMfaPolicy === 'Mandatory'
      ? { mfa: { ...mfa, organizationRequiredMfaPolicy: 'NoPrompt' } }
      : undefined,
  ),
  settingChange(
    { kind: 'disable_adaptive_mfa', setting: 'mfa' },
    ({ adaptiveMfa }) => (adaptiveMfa.enabled ? { adaptiveMfa: { enabled: false } } : undefined),
    facts => withAttempt(facts, { risks: [] }),
  ),
];

const securityChanges: readonly Candidate[] = [
  settingChange({ kind: 'disable_captcha', setting: 'captcha' }, ({ captchaPolicy }) =>
    captchaPolicy.enabled ? { captchaPolicy: { enabled: false } } : undefined,
  ),
  settingChange(
    { kind: 'stop_password_expiration', setting: 'passwordPolicy' },
    ({ passwordExpiration: { enabled, validPeriodDays } }) =>
      enabled ? { passwordExpiration: { enabled: false, validPeriodDays } } : undefined,
    facts => withAttempt(facts, { refusals: facts.attempt.refusals.filter(code => code !== expiredCode) }),
  ),
];

/** Changes of the sign-in settings, which all users share. */
export const settingChanges: readonly Candidate[] = [...methodChanges, ...mfaChanges, ...securityChanges];
