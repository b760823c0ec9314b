import type { ReactNode } from 'react';
import styles from './key-value-list.module.css';

/** Facts to read: the name of each beside its value. */
export function KeyValueList({ items }: { items: { key: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ key, value }) => (
        <div key={key} className={styles.pair}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
