import type { ActionType } from '@gatehouse/contract/actions.ts';

/** The moments of a sign-in that a script can be written for, as addresses and phrases name them. */
export const signInMoments = {
  'first-factor': 'action.postFirstFactorVerification',
  'sign-in': 'action.postSignIn',
} as const satisfies Record<string, ActionType>;

export type SignInMoment = keyof typeof signInMoments;

export const isSignInMoment = (text: string): text is SignInMoment => Object.hasOwn(signInMoments, text);
