import type { ReactNode } from 'react';
import styles from './split-view.module.css';

/** A form, and beside it what it is about, which stays in sight; on narrow screens it comes first. */
export const SplitView = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <div className={styles.split}>
    <div className={styles.column}>{children}</div>
    <div className={styles.aside}>{aside}</div>
  </div>
);

/** Settings that the page beside them shows as one of its parts. It takes no room of its own. */
export const PreviewSubject = ({ part, children }: { part: string; children: ReactNode }) => (
  <div className={styles.subject} data-preview-part={part}>
    {children}
  </div>
);
