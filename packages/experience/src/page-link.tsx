import type { LinkProps } from '@gatehouse/ui/link.tsx';
import type { MouseEvent } from 'react';
import { go, hrefOf } from './location.ts';

/** Links between the pages change the address without loading anything; every other one is a link. */
export const PageLink = ({ href, onClick, ...rest }: LinkProps) => {
  if (!href.startsWith('/')) return <a href={href} onClick={onClick} {...rest} />;
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(href);
  };
  return <a href={hrefOf(href)} onClick={follow} {...rest} />;
};
