import { DirectionProvider } from '@base-ui/react/direction-provider';
import { type ReactNode, useLayoutEffect } from 'react';

/** The reading direction of the page. Styles follow the attribute; menus and arrow keys need the value. */
export function Direction({ dir, children }: { dir: 'ltr' | 'rtl'; children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.dir = dir;
  }, [dir]);
  return <DirectionProvider direction={dir}>{children}</DirectionProvider>;
}
