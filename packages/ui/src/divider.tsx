import type { ReactNode } from 'react';
import styles from './divider.module.css';

/** A line across, with a word in its middle when given ("or"). */
export function Divider({ children }: { children?: ReactNode }) {
  if (!children) return <hr className={styles.line} />;
  return <div className={styles.worded}>{children}</div>;
}
