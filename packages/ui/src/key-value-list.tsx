import type { ReactNode } from 'react';
import styles from './key-value-list.module.css';

/** Facts to read: the name of each beside its value. */
export function KeyValueList({
  items,
  hasShortValues,
  isStacked,
}: {
  items: { key: string; detail?: ReactNode; value: ReactNode }[];
  /** The names may take the room. */
  hasShortValues?: boolean;
  /** The names are long: each stands above its value. */
  isStacked?: boolean;
}) {
  return (
    <dl
      className={styles.list}
      data-short-values={hasShortValues || undefined}
      data-stacked={isStacked || undefined}
    >
      {items.map(({ key, detail, value }) => (
        <div key={key} className={styles.pair}>
          <dt>
            {key} {detail && <span className={styles.detail}>{detail}</span>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
