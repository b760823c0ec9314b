import type { ReactNode } from 'react';
import styles from './entity-icon.module.css';

/** The square in front of an entity's name: an icon, a logo's image or the first letters. */
export function EntityIcon({
  size = 'medium',
  children,
}: {
  size?: 'small' | 'medium' | 'large';
  children: ReactNode;
}) {
  return (
    <bdi className={styles.icon} data-size={size} aria-hidden>
      {children}
    </bdi>
  );
}

/** An entity in a table or list: icon, name, and what kind of thing it is. */
export function EntityName({
  icon,
  name,
  detail,
}: {
  icon?: ReactNode;
  name: ReactNode;
  detail?: ReactNode;
}) {
  return (
    <span className={styles.entity}>
      {icon}
      <span className={styles.words}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
    </span>
  );
}
