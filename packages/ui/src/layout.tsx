import type { ReactNode } from 'react';
import styles from './layout.module.css';

type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 8;

/** Things under each other. */
export function Stack({
  gap = 4,
  isGrowing,
  children,
}: {
  gap?: Gap;
  /** Takes the room that is left beside others. */
  isGrowing?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={styles.stack}
      data-growing={isGrowing || undefined}
      style={{ gap: `var(--space-${gap})` }}
    >
      {children}
    </div>
  );
}

/** Things beside each other, wrapping when there is no room. */
export function Row({
  gap = 3,
  justify = 'start',
  align = 'center',
  isOneLine,
  children,
}: {
  gap?: Gap;
  /** The first part gives way instead. */
  isOneLine?: boolean;
  justify?: 'start' | 'end' | 'between' | 'center';
  align?: 'center' | 'start' | 'end' | 'baseline';
  children: ReactNode;
}) {
  return (
    <div
      className={styles.row}
      data-justify={justify}
      data-one-line={isOneLine || undefined}
      style={{ gap: `var(--space-${gap})`, alignItems: align }}
    >
      {children}
    </div>
  );
}

/** Equal tiles, as many in a line as fit. */
export function Grid({
  minWidth = '220px',
  gap = 4,
  isFull,
  children,
}: {
  minWidth?: string;
  gap?: Gap;
  /** Few tiles grow until they fill the line. */
  isFull?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={styles.grid}
      style={{
        gap: `var(--space-${gap})`,
        gridTemplateColumns: `repeat(${isFull ? 'auto-fit' : 'auto-fill'}, minmax(min(${minWidth}, 100%), 1fr))`,
      }}
    >
      {children}
    </div>
  );
}
