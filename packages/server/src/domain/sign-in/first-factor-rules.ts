import type { InteractionEvent, VerificationType } from '@gatehouse/contract/experience.ts';
import type { SignInExperience, SignInIdentifier } from '@gatehouse/contract/sign-in-experience.ts';
import { suspensionOf } from '../standing.ts';
import type { Proof, Rule, SignInConfiguration, SignInContext } from './situation.ts';

const eventsOf: Record<SignInExperience['signInMode'], readonly InteractionEvent[]> = {
  SignIn: ['SignIn', 'ForgotPassword'],
  Register: ['Register'],
  SignInAndRegister: ['SignIn', 'Register', 'ForgotPassword'],
};

/** The events that the tenant allows. */
export const allowedEvents = ({ signInMode }: SignInConfiguration) => eventsOf[signInMode];

/** An enterprise decides who its people are, and so does who made a link: they register also where it is closed. */
export const modeForbids: Rule = ({ signInMode }, { event, proof }) => {
  const isLet =
    proof?.type === 'EnterpriseSso' ||
    proof?.isInvitation ||
    (proof?.type === 'OneTimeToken' && event === 'Register');
  return eventsOf[signInMode].includes(event) || isLet ? undefined : { code: 'auth.forbidden' };
};

export const captchaFails: Rule = (configuration, { captcha }) =>
  isCaptchaOn(configuration) && captcha === 'failed' ? { code: 'session.captcha_failed' } : undefined;

/** These were already verified by another service. */
const needNoCaptcha: readonly VerificationType[] = [
  'Social',
  'EnterpriseSso',
  'OneTimeToken',
  'SignInPasskey',
];

export const captchaIsMissing: Rule = (configuration, { captcha, proof }) => {
  if (!isCaptchaOn(configuration) || captcha === 'passed') return undefined;
  return standsForCaptcha(proof) ? undefined : { code: 'session.captcha_required' };
};

export const standsForCaptcha = (proof: Proof | undefined) =>
  proof !== undefined && needNoCaptcha.includes(proof.type);

export const isCaptchaOn = ({ captchaPolicy, hasCaptchaProvider }: SignInConfiguration) =>
  captchaPolicy.enabled === true && hasCaptchaProvider;

const codeProofs = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

/** The kinds of proof that need no setting: their connectors or tokens are the setting. */
const alwaysOn: readonly VerificationType[] = ['Social', 'EnterpriseSso', 'OneTimeToken'];

/** The verification types that can start the event, by identifier, with the preferred one first. */
export const firstFactors = (
  configuration: SignInConfiguration,
  event: InteractionEvent,
): { identifier: SignInIdentifier; proofs: VerificationType[] }[] => {
  const { signIn } = configuration;
  if (event === 'SignIn')
    return signIn.methods.map(({ identifier, password, verificationCode, isPasswordPrimary }) => {
      const code = verificationCode && identifier !== 'username' ? [codeProofs[identifier]] : [];
      const proofs = password ? (['Password'] as const) : [];
      return { identifier, proofs: isPasswordPrimary ? [...proofs, ...code] : [...code, ...proofs] };
    });
  if (event === 'ForgotPassword')
    return (['email', 'phone'] as const)
      .filter(identifier => resetsBy(configuration, identifier))
      .map(identifier => ({ identifier, proofs: [codeProofs[identifier]] }));
  return registersBy(configuration).map(identifier => ({
    identifier,
    proofs: [identifier === 'username' ? 'NewPasswordIdentity' : codeProofs[identifier]],
  }));
};

/** `null`: whatever there is a connector for. */
const resetsBy = ({ forgotPasswordMethods, canSend }: SignInConfiguration, identifier: 'email' | 'phone') =>
  canSend[identifier] &&
  (forgotPasswordMethods === null || forgotPasswordMethods.includes(codeProofs[identifier]));

/** The identifiers that a new user brings, including those that are asked for later on. */
const registersBy = ({ signUp }: SignInConfiguration): SignInIdentifier[] => {
  const later = (signUp.secondaryIdentifiers ?? []).flatMap(({ identifier }) =>
    identifier === 'emailOrPhone' ? (['email', 'phone'] as const) : [identifier],
  );
  return [...new Set([...signUp.identifiers, ...later])];
};

const offCodes = {
  SignIn: 'user.sign_in_method_not_enabled',
  Register: 'user.sign_up_method_not_enabled',
  ForgotPassword: 'session.forgot_password_not_enabled',
} as const;

export const methodIsOff: Rule = (configuration, { event, proof }) => {
  // A new user can register without a proof, but only if there is something to fill in.
  const isOpen = event !== 'Register' || registersBy(configuration).length > 0;
  if (!proof) return isOpen ? undefined : { code: offCodes[event] };
  // A link that was made to replace a password is as good as the setting.
  if (alwaysOn.includes(proof.type) && (event !== 'ForgotPassword' || proof.type === 'OneTimeToken'))
    return undefined;
  if (proof.type === 'SignInPasskey' && event === 'SignIn' && configuration.passkeySignIn.enabled)
    return undefined;
  const isOn = firstFactors(configuration, event).some(
    ({ identifier, proofs }) => identifier === identifierOf(proof) && proofs.includes(proof.type),
  );
  return isOn ? undefined : { code: offCodes[event] };
};

/**
 * If a code to an unknown address would lead nowhere, none is sent, and the response does not say so: it must not
 * reveal which accounts exist.
 */
export const reachesOnlyUsers = (
  configuration: SignInConfiguration,
  { event, identifiedAs }: Pick<SignInContext, 'event' | 'identifiedAs'>,
  type: 'email' | 'phone',
) =>
  identifiedAs === undefined &&
  (event === 'ForgotPassword' ||
    (event === 'SignIn' && configuration.signInMode === 'SignIn') ||
    !registersBy(configuration).includes(type));

const identifierOf = ({ type, identifier }: Proof) =>
  type === 'NewPasswordIdentity' ? 'username' : identifier?.type;

export const isUnknown: Rule = (_, { event, proof, user }) => {
  if (event === 'Register' || user) return undefined;
  if (proof?.type === 'EnterpriseSso') return { code: 'user.sso_identity_not_exist' };
  if (proof?.type === 'Social')
    return {
      code: 'user.identity_not_exist',
      ...(proof.related ? { data: { relatedUser: proof.related } } : {}),
    };
  const invited = proof?.isInvitation ? { isInvited: true } : {};
  return { code: 'user.user_not_exist', data: { identifier: proof?.identifier?.value, ...invited } };
};

/** An identifier that is taken may mean that the user wants to sign in instead. */
export const isTaken: Rule = (_, { event, proof, user }) => {
  if (event !== 'Register' || !user) return undefined;
  if (proof?.type === 'Social' || proof?.type === 'EnterpriseSso')
    return { code: 'user.identity_already_in_use' };
  const identifier = proof?.identifier;
  return (
    identifier && { code: `user.${identifier.type}_already_in_use`, data: { identifier: identifier.value } }
  );
};

/** No user is signed in before they decide whether to keep the account. A new password comes before the sign-in. */
export const isLeaving: Rule = (_, { user, event, keepsAccount }) =>
  user?.deletionDueAt != null && !keepsAccount && event !== 'ForgotPassword'
    ? { code: 'user.deletion_pending', data: { deletionDueAt: user.deletionDueAt } }
    : undefined;

export const isSuspended: Rule = (_, { user }) =>
  user?.isSuspended ? { code: 'user.suspended', data: suspensionOf(user) } : undefined;

export const isOtherUser: Rule = (_, { event, identifiedAs, user }) => {
  const isAnother = event === 'Register' ? identifiedAs !== undefined : identifiedAs !== user?.id;
  return identifiedAs !== undefined && isAnother ? { code: 'session.identity_conflict' } : undefined;
};
