import type { Identifier, InteractionEvent } from '@gatehouse/contract/experience.ts';
import { ExperienceError, post, put, remove } from './api.ts';
import { go } from './location.ts';
import { advance, type CodeIdentifier, getProgress, startOver } from './progress.ts';
import { stepOf } from './steps.ts';

/** Each flow is: say what it is, prove or propose an identity, and go on until the server wants nothing more. */
const begin = async (interactionEvent: InteractionEvent) => {
  await put('/experience', { interactionEvent });
  startOver(interactionEvent);
};

/** Goes on as far as the server lets. What it still wants has a page of its own. */
export const goOn = async (verificationId?: string) => {
  try {
    if (!getProgress().isIdentified) {
      await post('/experience/identification', verificationId ? { verificationId } : {});
      advance({ isIdentified: true });
    }
    const { redirectTo } = await post('/experience/submit', undefined);
    if (redirectTo) await leaveFor(redirectTo);
  } catch (error) {
    const step = error instanceof ExperienceError ? stepOf(error) : undefined;
    if (!step) throw error;
    const { code, details } = error as ExperienceError;
    advance({ pending: { code, data: details as Record<string, unknown> | undefined } });
    go(step);
  }
};

export const signInWithPassword = async (identifier: Identifier, password: string) => {
  await begin('SignIn');
  const { verificationId } = await post('/experience/verification/password', { identifier, password });
  await goOn(verificationId);
};

export const registerWithPassword = async (username: string, password: string) => {
  await begin('Register');
  const { verificationId } = await post('/experience/verification/new-password-identity', {
    identifier: { type: 'username', value: username },
    password,
  });
  await goOn(verificationId);
};

/** Sends a code that begins an event, or one for an address that is still missing. */
export const sendCode = async (identifier: CodeIdentifier, purpose: InteractionEvent | 'profile') => {
  if (purpose !== 'profile') await begin(purpose);
  const interactionEvent = purpose === 'profile' ? (getProgress().event ?? 'SignIn') : purpose;
  const { verificationId } = await post('/experience/verification/verification-code', {
    identifier,
    interactionEvent,
  });
  advance({ code: { identifier, verificationId, sentAt: Date.now(), isVerified: false } });
};

/** A code that was right once is not asked for again, also after going back. */
export const verifyCode = async (code: string, purpose: InteractionEvent | 'profile') => {
  const sent = getProgress().code;
  if (!sent) return;
  const { verificationId, identifier } = sent;
  if (!sent.isVerified)
    await post('/experience/verification/verification-code/verify', { identifier, verificationId, code });
  advance({ code: { ...sent, isVerified: true } });
  if (purpose !== 'profile') return goOn(verificationId);
  await fillIn({ type: identifier.type, verificationId });
};

type Part = Parameters<typeof post<'/experience/profile'>>[1];

/** Fills in what was missing and goes on. What is there already was filled in before somebody went back. */
export const fillIn = async (part: Part) => {
  await post('/experience/profile', part).catch((error: unknown) => {
    if (!(error instanceof ExperienceError && /_exists_in_profile$/.test(error.code))) throw error;
  });
  await goOn();
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
  await post('/experience/submit', undefined);
  startOver(undefined);
};

export const leaveFor = async (redirectTo: string) => {
  window.location.assign(redirectTo);
  // The page is leaving: what was pressed stays busy until it is gone.
  await new Promise<never>(() => {});
};

export const grantConsent = async () => leaveFor((await post('/interaction/consent', {})).redirectTo);

export const denyConsent = async () => leaveFor((await remove('/interaction/consent')).redirectTo);
