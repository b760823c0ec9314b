import type { ReactNode } from 'react';
import styles from './key-value-list.module.css';

/** Facts to read: the name of each beside its value. */
export function KeyValueList({
  items,
  hasShortValues,
}: {
  items: { key: string; value: ReactNode }[];
  /** The names may take the room. */
  hasShortValues?: boolean;
}) {
  return (
    <dl className={styles.list} data-short-values={hasShortValues || undefined}>
      {items.map(({ key, value }) => (
        <div key={key} className={styles.pair}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
