import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';
import styles from './stat.module.css';

/** A number that matters, and how it moved. */
export function Stat({
  label,
  value,
  change,
  changeLabel,
  curve,
}: {
  label: ReactNode;
  /** Missing while it is loading. */
  value: ReactNode | undefined;
  /** The increase over the previous value. The arrow follows its sign. */
  change?: number;
  changeLabel?: ReactNode;
  /** A small picture of how it went, beside the number. */
  curve?: ReactNode;
}) {
  const direction = change === undefined ? undefined : Math.sign(change);
  const Arrow = direction === 0 ? Minus : direction === 1 ? TrendingUp : TrendingDown;
  return (
    <div className={styles.stat}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {value ?? <Skeleton width="3em" height="1.2em" />}
        {curve}
      </span>
      {changeLabel !== undefined && (
        <span className={styles.change} data-direction={direction}>
          {direction === undefined ? <Skeleton width="8em" /> : <Arrow aria-hidden />}
          {direction !== undefined && changeLabel}
        </span>
      )}
    </div>
  );
}
