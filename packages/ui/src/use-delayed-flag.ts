import { useEffect, useState } from 'react';

/** Work that ends sooner than this should not flash an indicator. */
const loadingDelayMs = 500;

/** Becomes true once `isActive` has been true for the delay without a break; false at once when it ends. */
export function useDelayedFlag(isActive: boolean, delayMs = loadingDelayMs) {
  const [isDue, setIsDue] = useState(false);

  useEffect(() => {
    if (!isActive) return;
    const timer = setTimeout(() => setIsDue(true), delayMs);
    return () => {
      clearTimeout(timer);
      setIsDue(false);
    };
  }, [isActive, delayMs]);

  return isActive && isDue;
}
