import type { LinkProps } from '@gatehouse/ui/link.tsx';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useCallback } from 'react';
import { basePath } from './bootstrap.ts';

const isInside = (href: string) => href.startsWith(`${basePath}/`) || href === basePath;

/** The kit's links on the console's router: a plain click stays in the page, everything else is the browser's. */
export const ConsoleLink = ({ href, onClick, onFocus, ...rest }: LinkProps) => {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || !isInside(href)) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  const preload = () => {
    if (isInside(href)) void router.preloadRoute({ to: href.slice(basePath.length) || '/' });
  };
  const focus: LinkProps['onFocus'] = event => {
    onFocus?.(event);
    preload();
  };
  return <a {...rest} href={href} onClick={follow} onMouseEnter={preload} onFocus={focus} />;
};

export const useGoTo = () => {
  const { history } = useRouter();
  return useCallback((href: string) => history.push(href), [history]);
};

/** Goes on to another address, so that the browser's back does not return to this one. */
export const useGoOn = () => {
  const { history } = useRouter();
  return useCallback((href: string) => history.replace(href), [history]);
};

/** The part of the address after `?`, as state that survives a reload and a shared link. */
export const useAddressQuery = () => {
  const { history } = useRouter();
  const { pathname, searchStr } = useLocation();
  const query = new URLSearchParams(searchStr);
  const setQuery = (changes: Record<string, string | undefined>) => {
    for (const [name, value] of Object.entries(changes)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    const search = query.toString();
    history.replace(`${basePath}${pathname}${search ? `?${search}` : ''}`);
  };
  return [query, setQuery] as const;
};
