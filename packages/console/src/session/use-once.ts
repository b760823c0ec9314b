import { useEffect, useRef, useState } from 'react';

/** Runs a page's one errand, whose failure is the page's. */
export const useOnce = (run: () => Promise<unknown>) => {
  const [failure, setFailure] = useState<Error>();
  const errand = useRef(run);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    errand.current().catch(setFailure);
  }, []);
  if (failure) throw failure;
};
