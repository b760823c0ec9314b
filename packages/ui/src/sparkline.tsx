import type { ReactNode } from 'react';
import styles from './sparkline.module.css';

type SparklineProps = {
  values: readonly number[];
  /** Says what the bars show. */
  label: string;
  /** The number behind it; below each other, they and the bars stand in columns. */
  children?: ReactNode;
};

/** A trend of the last days as inline bars, one per value. */
export const Sparkline = ({ values, label, children }: SparklineProps) => {
  const top = Math.max(...values, 1);
  return (
    <span className={styles.sparkline}>
      <span role="img" aria-label={label} title={label} className={styles.line}>
        {values.map((value, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            data-empty={value === 0 || undefined}
            style={{ blockSize: `${Math.max((value / top) * 100, 8)}%` }}
          />
        ))}
      </span>
      {children !== undefined && <span className={styles.number}>{children}</span>}
    </span>
  );
};
