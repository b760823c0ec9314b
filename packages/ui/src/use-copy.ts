import { useEffect, useState } from 'react';

const shownMs = 2000;

/** Copies a text; `isCopied` stays true for a moment so that the button can say so. */
export function useCopy(text: string) {
  const [copiedAt, setCopiedAt] = useState<number>();

  useEffect(() => {
    if (copiedAt === undefined) return;
    const timer = setTimeout(() => setCopiedAt(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopiedAt(Date.now());
  };
  return { copy, isCopied: copiedAt !== undefined };
}
