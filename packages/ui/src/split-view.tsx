import type { ReactNode } from 'react';
import styles from './split-view.module.css';

/** A form, and beside it what it is about, which stays in sight; on narrow screens it comes first. */
export const SplitView = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <div className={styles.split}>
    <div className={styles.column}>{children}</div>
    <div className={styles.aside}>{aside}</div>
  </div>
);
