import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './bullet-list.module.css';

/** A few short points, each with a dot or a tick before it. */
export const BulletList = ({
  items,
  mark = 'dot',
}: {
  items: { key: string; content: ReactNode }[];
  mark?: 'dot' | 'tick';
}) => (
  <ul className={styles.list}>
    {items.map(({ key, content }) => (
      <li key={key} className={styles.item}>
        {mark === 'tick' ? <Check aria-hidden /> : <span className={styles.dot} aria-hidden />}
        <span>{content}</span>
      </li>
    ))}
  </ul>
);
