import type { Identifier, InteractionEvent } from '@gatehouse/contract/experience.ts';
import { ExperienceError, get, post, put, remove } from './api.ts';
import { data, t } from './data.ts';
import { go } from './location.ts';
import { advance, type CodeIdentifier, getProgress, startOver } from './progress.ts';
import { stepOf } from './steps.ts';

/** Each flow is: say what it is, prove or propose an identity, and continue until the server wants nothing more. */
export const begin = async (interactionEvent: InteractionEvent) => {
  await put('/experience', { interactionEvent, captchaToken: await askForCaptcha() });
  startOver(interactionEvent);
};

/** Loaded only where the tenant wants it. */
const askForCaptcha = async () => data.captcha && (await import('./captcha.ts')).solveCaptcha(data.captcha);

/** Continues as far as the server allows. Each missing step has its own page. */
export const goOn = async (verificationId?: string, { linksAccount = false } = {}): Promise<void> => {
  try {
    if (!getProgress().isIdentified) {
      const identified = await post('/experience/identification', {
        ...(verificationId ? { verificationId } : {}),
        ...(linksAccount ? { linkSocialIdentity: true } : {}),
      });
      if (identified?.pending) {
        const { code, data: details } = identified.pending;
        return follow(new ExperienceError(code, '', details));
      }
      advance({ isIdentified: true });
      if (isAskedForMore()) return go('/continue/profile');
    }
    const { redirectTo, unmetAcr } = await post('/experience/submit', {});
    // The application gets an error: the user reads why before.
    if (unmetAcr) return showUnmet(unmetAcr, redirectTo);
    if (redirectTo) await leaveFor(redirectTo);
  } catch (error) {
    if (isNewcomer(error)) return welcome();
    follow(error);
  }
};

const showUnmet = (requiredAcr: string, redirectTo: string) => {
  advance({ pending: { code: 'session.mfa.unmet_requirements', data: { requiredAcr, redirectTo } } });
  go('/continue/unmet');
};

/** No user has this social account or invited address: a new user is created. */
const isNewcomer = (error: unknown) => {
  if (!(error instanceof ExperienceError) || getProgress().event !== 'SignIn') return false;
  if (error.code === 'user.user_not_exist') return isInvited(error.details);
  if (error.code === 'user.sso_identity_not_exist') return true;
  return error.code === 'user.identity_not_exist' && error.details === undefined;
};

const isInvited = (details: unknown) => (details as { isInvited?: boolean } | undefined)?.isInvited === true;

const welcome = () =>
  changeEvent('Register').catch((error: unknown) => {
    const isClosed = error instanceof ExperienceError && error.code === 'auth.forbidden';
    throw isClosed ? new ExperienceError(error.code, t('outside.closed')) : error;
  });

/** Continues with a verification. One that is correct but not accepted has its own page, like later steps. */
export const prove = async (ask: () => Promise<{ verificationId: string }>) => {
  const proof = await ask().catch(follow);
  if (proof) await goOn(proof.verificationId);
};

/** Opens the page for what the server wants; what is simply wrong stays an error. */
const follow = (error: unknown) => {
  const step = error instanceof ExperienceError ? stepOf(error) : undefined;
  if (!step) throw error;
  const { code, details } = error as ExperienceError;
  advance({ pending: { code, data: details as Record<string, unknown> | undefined } });
  go(step);
};

/** Fields that a new user may leave empty are shown nevertheless, once. */
const isAskedForMore = () => {
  const { event, hasFilledFields } = getProgress();
  const { customProfileFields } = data.signInExperience;
  return event === 'Register' && !hasFilledFields && customProfileFields.length > 0;
};

export const signInWithPassword = async (identifier: Identifier, password: string) => {
  await begin('SignIn');
  await prove(() => post('/experience/verification/password', { identifier, password }));
};

export const registerWithPassword = async (username: string, password: string) => {
  await begin('Register');
  const { verificationId } = await post('/experience/verification/new-password-identity', {
    identifier: { type: 'username', value: username },
    password,
  });
  await goOn(verificationId);
};

/** A code begins an event, or proves an address that is missing from the profile or is to be a second factor. */
export type CodePurpose = InteractionEvent | 'profile' | 'mfa';

const codePages: Readonly<Record<CodePurpose, string>> = {
  SignIn: '/sign-in/code',
  Register: '/register/code',
  ForgotPassword: '/reset-password/code',
  profile: '/continue/code',
  mfa: '/mfa-binding/code',
};

/** Sends a code and opens the page that asks for it; people of an enterprise are led to it instead. */
export const sendCode = async (identifier: CodeIdentifier, purpose: CodePurpose) => {
  const isOnTheWay = purpose === 'profile' || purpose === 'mfa';
  if (!isOnTheWay) await begin(purpose);
  const interactionEvent = isOnTheWay ? (getProgress().event ?? 'SignIn') : purpose;
  try {
    if (await isOfEnterprise(identifier)) throw new ExperienceError('session.sso_enabled', '');
    const { verificationId } = await post('/experience/verification/verification-code', {
      identifier,
      interactionEvent,
    });
    advance({ code: { identifier, verificationId, sentAt: Date.now(), isVerified: false } });
    go(codePages[purpose]);
  } catch (error) {
    follow(error);
  }
};

/** A code would be for nothing: the server refuses it when it comes back. */
const isOfEnterprise = async ({ type, value }: CodeIdentifier) => {
  if (type !== 'email' || !data.signInExperience.singleSignOnEnabled) return false;
  const { connectorIds } = await get('/experience/sso-connectors', { email: value });
  return connectorIds.length > 0;
};

/** A code that was right once is not asked for again, also after going back. */
export const verifyCode = async (code: string, purpose: CodePurpose) => {
  const sent = getProgress().code;
  if (!sent) return;
  const { verificationId, identifier } = sent;
  if (!sent.isVerified)
    await post('/experience/verification/verification-code/verify', { identifier, verificationId, code });
  advance({ code: { ...sent, isVerified: true } });
  if (purpose === 'profile') return fillIn({ type: identifier.type, verificationId });
  if (purpose === 'mfa') return bindAddress(identifier.type, verificationId);
  await goOn(verificationId);
};

type Part = Parameters<typeof post<'/experience/profile'>>[1];

/** Submits the missing profile fields and continues. Existing ones were submitted before the user went back. */
export const fillIn = async (part: Part) => {
  await post('/experience/profile', part).catch((error: unknown) => {
    if (!(error instanceof ExperienceError && /_exists_in_profile$/.test(error.code))) throw error;
  });
  if (part.type === 'extraProfile') advance({ hasFilledFields: true });
  await goOn();
};

const bindAddress = async (type: CodeIdentifier['type'], verificationId: string) => {
  const factor = type === 'email' ? 'EmailVerificationCode' : 'PhoneVerificationCode';
  await post('/experience/profile/mfa', { type: factor, verificationId });
  await goOn();
};

/** A link proves its address, for the event that it was made for. */
export const signInWithLink = async (address: string, token: string) => {
  await begin('SignIn');
  const verify = () =>
    post('/experience/verification/one-time-token/verify', {
      identifier: { type: 'email', value: address },
      token,
    });
  const proof = await verify().catch(async (error: unknown) => {
    if (!(error instanceof ExperienceError)) throw error;
    // An invitation link creates an account. Users who have one sign in to it.
    if (error.code === 'user.email_already_in_use') return go('/sign-in');
    if (error.code !== 'one_time_token.interaction_event_mismatch') throw error;
    await begin('Register');
    return verify();
  });
  if (proof) await goOn(proof.verificationId);
};

/** Keeps what was proven and asks for something else: an account instead of signing in, or the other way round. */
export const changeEvent = async (interactionEvent: InteractionEvent) => {
  await put('/experience/interaction-event', { interactionEvent });
  advance({ event: interactionEvent });
  await goOn();
};

/** After this the new password is the one to sign in with. */
export const replacePassword = async (password: string) => {
  await put('/experience/profile/password', { password });
  await post('/experience/submit', {});
  startOver(undefined);
};

export const leaveFor = async (redirectTo: string, { replaces = false } = {}) => {
  if (replaces) window.location.replace(redirectTo);
  else window.location.assign(redirectTo);
  // The page is leaving: what was pressed stays busy until it is gone.
  await new Promise<never>(() => {});
};

/** Keeps the account and signs in, or leaves its deletion as it is and forgets who was here. */
export const decideOnDeletion = async (keepAccount: boolean) => {
  const { redirectTo } = await post('/experience/submit', { keepAccount });
  if (redirectTo) await leaveFor(redirectTo);
  startOver(undefined);
};

/** Goes on from the session that is there. */
export const stepUp = async () => {
  await begin('SignIn');
  advance({ isIdentified: true });
  await goOn();
};

/** Goes on as who is signed in already. */
export const keepAccount = async () => leaveFor((await post('/interaction/account', undefined)).redirectTo);

export const grantConsent = async (organizationIds: string[]) =>
  leaveFor((await post('/interaction/consent', { organizationIds })).redirectTo);

export const denyConsent = async () => leaveFor((await remove('/interaction/consent')).redirectTo);
