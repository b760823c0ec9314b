import { storageKeys } from './storage.ts';

/** Where the visitor was going when sign-in got in between. */
export type ReturnLocation = { pathname?: string; search?: string; hash?: string };

export const keepLocation = ({ pathname, search, hash }: Required<ReturnLocation>) =>
  sessionStorage.setItem(storageKeys.redirectAfterSignIn, JSON.stringify({ pathname, search, hash }));

export const hasKeptLocation = () => sessionStorage.getItem(storageKeys.redirectAfterSignIn) !== null;

/** Reads the kept location and forgets it. Anything that is not one is ignored: the visitor then lands on the root. */
export const takeLocation = (): ReturnLocation | undefined => {
  const kept = sessionStorage.getItem(storageKeys.redirectAfterSignIn);
  sessionStorage.removeItem(storageKeys.redirectAfterSignIn);
  if (!kept) return undefined;
  return parseLocation(kept);
};

export const parseLocation = (text: string): ReturnLocation | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const parts = Object.entries(value).filter(
      ([name, part]) => ['pathname', 'search', 'hash'].includes(name) && typeof part === 'string',
    );
    const location: ReturnLocation = Object.fromEntries(parts);
    // A pathname that leaves the origin (`//elsewhere`) would be an open redirect.
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
