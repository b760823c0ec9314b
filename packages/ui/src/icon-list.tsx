import type { ReactNode } from 'react';
import styles from './icon-list.module.css';
import { Tooltip } from './tooltip.tsx';

type IconListProps = {
  label: string;
  items: readonly { key: string; label: string; icon: ReactNode }[];
};

/** Several things of a kind in little room: each a picture, with its name in a tooltip and for screen readers. */
export const IconList = ({ label, items }: IconListProps) => (
  <ul className={styles.list} aria-label={label}>
    {items.map(item => (
      <li key={item.key}>
        <Tooltip content={item.label}>
          <span role="img" aria-label={item.label} className={styles.icon}>
            {item.icon}
          </span>
        </Tooltip>
      </li>
    ))}
  </ul>
);
