import { DirectionProvider } from '@base-ui/react/direction-provider';
import { type ReactNode, useLayoutEffect } from 'react';

/** The way the page is read. The styles follow the attribute, menus and arrow keys need to be told. */
export function Direction({ dir, children }: { dir: 'ltr' | 'rtl'; children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.dir = dir;
  }, [dir]);
  return <DirectionProvider direction={dir}>{children}</DirectionProvider>;
}
