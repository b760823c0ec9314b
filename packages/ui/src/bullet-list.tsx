import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './bullet-list.module.css';

/** A few short points, each with a dot or a tick before it; steps have their number. */
export const BulletList = ({
  items,
  mark = 'dot',
}: {
  items: { key: string; content: ReactNode }[];
  mark?: 'dot' | 'tick' | 'number';
}) => {
  const List = mark === 'number' ? 'ol' : 'ul';
  return (
    <List className={styles.list}>
      {items.map(({ key, content }, index) => (
        <li key={key} className={styles.item}>
          {mark === 'tick' && <Check aria-hidden />}
          {mark === 'dot' && <span className={styles.dot} aria-hidden />}
          {mark === 'number' && (
            <span className={styles.number} aria-hidden>
              {index + 1}
            </span>
          )}
          <span>{content}</span>
        </li>
      ))}
    </List>
  );
};
