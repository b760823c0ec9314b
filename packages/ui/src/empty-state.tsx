import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** What stands where nothing is yet: an icon, one sentence, one thing to do. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {icon && <span className={styles.icon}>{icon}</span>}
      {title && <h2 className={styles.title}>{title}</h2>}
      <p className={styles.sentence}>{children}</p>
      {action}
    </div>
  );
}
