import type { ReactNode } from 'react';
import styles from './card.module.css';

/** A raised panel. Without padding for tables and form sections that bring their own. */
export function Card({
  title,
  actions,
  hasPadding = true,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  hasPadding?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={styles.card} data-padded={hasPadding || undefined}>
      {(title || actions) && (
        <header className={styles.header}>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
