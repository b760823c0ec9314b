import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import styles from './tile.module.css';

/** Something to choose from a grid by following it. */
export const Tile = ({
  href,
  target,
  icon,
  title,
  description,
}: {
  href: string;
  target?: '_blank';
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
}) => (
  <Link href={href} target={target} className={styles.tile}>
    {icon}
    <span className={styles.words}>
      <span className={styles.title}>{title}</span>
      {description && <span className={styles.description}>{description}</span>}
    </span>
  </Link>
);
