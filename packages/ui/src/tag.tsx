import type { ReactNode } from 'react';
import styles from './tag.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

export function Tag({
  tone = 'neutral',
  hasDot,
  children,
}: {
  tone?: Tone;
  hasDot?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {hasDot && <span className={styles.dot} aria-hidden />}
      {children}
    </span>
  );
}
