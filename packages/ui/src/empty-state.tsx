import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** An empty state: an icon, one sentence and one action. */
export function EmptyState({
  icon,
  title,
  isPage,
  children,
  more,
  action,
}: {
  icon?: ReactNode;
  title?: ReactNode;
  /** It is all there is, so its title is the page's. */
  isPage?: boolean;
  children: ReactNode;
  /** A second paragraph. */
  more?: ReactNode;
  action?: ReactNode;
}) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      {icon && <span className={styles.icon}>{icon}</span>}
      {title && <Title className={styles.title}>{title}</Title>}
      <p className={styles.sentence}>{children}</p>
      {more && <p className={styles.sentence}>{more}</p>}
      {action}
    </div>
  );
}
