import { storageKeys } from './storage.ts';

/** The page to return to after the sign-in that interrupted the visitor. */
export type ReturnLocation = { pathname?: string; search?: string; hash?: string };

export const keepLocation = ({ pathname, search, hash }: Required<ReturnLocation>) =>
  sessionStorage.setItem(storageKeys.redirectAfterSignIn, JSON.stringify({ pathname, search, hash }));

export const hasKeptLocation = () => sessionStorage.getItem(storageKeys.redirectAfterSignIn) !== null;

/** Anything that is not a location is ignored: the visitor then lands on the root. */
export const keptLocation = (): ReturnLocation | undefined => {
  const kept = sessionStorage.getItem(storageKeys.redirectAfterSignIn);
  return kept ? parseLocation(kept) : undefined;
};

/** Reads the kept location and forgets it. */
export const takeLocation = (): ReturnLocation | undefined => {
  const kept = keptLocation();
  sessionStorage.removeItem(storageKeys.redirectAfterSignIn);
  return kept;
};

export const parseLocation = (text: string): ReturnLocation | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const parts = Object.entries(value).filter(
      ([name, part]) => ['pathname', 'search', 'hash'].includes(name) && typeof part === 'string',
    );
    const location: ReturnLocation = Object.fromEntries(parts);
    // A pathname that leaves the origin (`//evil.example`) would be an open redirect.
    if (location.pathname !== undefined && !/^\/(?![/\\])/.test(location.pathname)) return undefined;
    return location;
  } catch {
    return undefined;
  }
};

export const hrefOf = ({ pathname = '/', search = '', hash = '' }: ReturnLocation) =>
  `${pathname}${search}${hash}`;

/** Sign-up is offered to those who ask for it and to those who follow an invitation. */
export const wantsSignUp = (pathname: string, search: string) =>
  new URLSearchParams(search).has('sign_up') || pathname.startsWith('/accept/');

type Invited = { loginHint?: string; extraParams?: Record<string, string> };

/** Whom the link of an invitation is for, and what lets them register where only invited people can. */
export const invitedAs = (pathname: string, hash: string): Invited => {
  if (!pathname.startsWith('/accept/')) return {};
  const link = new URLSearchParams(hash.slice(1));
  const [loginHint, token] = [link.get('login_hint'), link.get('one_time_token')];
  return {
    ...(loginHint ? { loginHint } : {}),
    ...(loginHint && token ? { extraParams: { one_time_token: token } } : {}),
  };
};
