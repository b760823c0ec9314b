import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** An empty state: an icon or a drawing, one sentence, one action, and below it ways to begin. */
export function EmptyState({
  icon,
  illustration,
  title,
  isPage,
  children,
  more,
  action,
  starts,
}: {
  icon?: ReactNode;
  /** In place of the icon: an `Illustration`. */
  illustration?: ReactNode;
  title?: ReactNode;
  /** It is all there is, so its title is the page's. */
  isPage?: boolean;
  children: ReactNode;
  /** A second paragraph. */
  more?: ReactNode;
  action?: ReactNode;
  /** Usual first things, to choose from. */
  starts?: ReactNode;
}) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      {illustration ?? (icon && <span className={styles.icon}>{icon}</span>)}
      {title && <Title className={styles.title}>{title}</Title>}
      <p className={styles.sentence}>{children}</p>
      {more && <p className={styles.sentence}>{more}</p>}
      {action}
      {starts && <div className={styles.starts}>{starts}</div>}
    </div>
  );
}
