import type { ReactNode } from 'react';
import styles from './bar-text.module.css';

/** A name in a bar, never longer than the bar has room for. The end is cut, whichever way the page runs. */
export const BarText = ({ children }: { children: ReactNode }) => (
  <span className={styles.text} dir="auto">
    {children}
  </span>
);
