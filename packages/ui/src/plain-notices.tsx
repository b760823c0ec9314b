import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import styles from './plain-notices.module.css';
import type { Notice } from './toast-notice.ts';

const shownMs = 8000;

/** The latest notice in words alone, for when what shows them cannot be loaded: most often, that the server is away is the notice. */
export function PlainNotices({ notices, onTaken }: { notices: Notice[]; onTaken: (count: number) => void }) {
  useEffect(() => {
    if (notices.length === 0) return;
    const timer = setTimeout(() => onTaken(notices.length), shownMs);
    return () => clearTimeout(timer);
  }, [notices, onTaken]);
  return createPortal(
    <div role="alert" className={styles.notices}>
      {notices.length > 0 && <p>{notices.at(-1)?.title}</p>}
    </div>,
    document.body,
  );
}
