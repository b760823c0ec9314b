import { useBlocker } from '@tanstack/react-router';

/** The browser's back closes what lies on top of the page; the page itself stays. */
export const useBackCloses = (close: () => void) =>
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      close();
      return true;
    },
    enableBeforeUnload: false,
  });
