import { useSyncExternalStore } from 'react';

/**
 * If tenants share one host, all pages of a tenant are below `/t/{tenantId}`. Previews, in the console and of drafts, have
 * paths of their own.
 */
const base =
  /^(?:\/t\/[a-z0-9]+)?(?:\/(?:sign-in|draft)-preview)?(?=\/|$)/.exec(window.location.pathname)?.[0] ?? '';

/** The tenant's own address. */
export const baseUrl = window.location.origin + base;

const changed = new EventTarget();

/** The address says the step; its query says for whom, and stays. */
export const hrefOf = (path: string) => `${base}${path}${window.location.search}`;

/** Takes out of the address what only the page itself needed. */
export const replaceQuery = (query: string) =>
  window.history.replaceState(null, '', `${window.location.pathname}${query}`);

export const go = (path: string, { replaces = false } = {}) => {
  const href = hrefOf(path);
  if (replaces || href === window.location.pathname + window.location.search)
    window.history.replaceState(null, '', href);
  else window.history.pushState(null, '', href);
  changed.dispatchEvent(new Event('change'));
};

/** Takes the place of an address that must not be opened again. */
export const settleAt = (href: string) => {
  window.history.replaceState(null, '', href);
  changed.dispatchEvent(new Event('change'));
};

const subscribe = (listener: () => void) => {
  window.addEventListener('popstate', listener);
  changed.addEventListener('change', listener);
  return () => {
    window.removeEventListener('popstate', listener);
    changed.removeEventListener('change', listener);
  };
};

/** The page that is open, as it is called at every tenant. */
export const readPath = () => window.location.pathname.slice(base.length);

export const usePath = () => useSyncExternalStore(subscribe, readPath);
