import styles from './dot.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Something waits to be seen; the label says what. */
export const Dot = ({ label }: { label: string }) => (
  <span className={styles.dot}>
    <VisuallyHidden>{label}</VisuallyHidden>
  </span>
);
