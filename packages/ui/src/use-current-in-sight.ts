import { useEffect, useRef } from 'react';

/** Links that do not all fit: the current one is in sight. The ref is for what holds them. */
export const useCurrentInSight = (current: string | undefined) => {
  const holder = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current === undefined) return;
    const show = () =>
      holder.current
        ?.querySelector('[aria-current]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    show();
    // Words get another width when their font has come.
    if (document.fonts.status === 'loading') void document.fonts.ready.then(show);
  }, [current]);
  return holder;
};
