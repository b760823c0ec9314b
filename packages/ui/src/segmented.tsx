import type { ReactNode } from 'react';
import styles from './segmented.module.css';

type SegmentedProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
};

/** One of two or three, side by side; where there is an icon it stands for the words. */
export const Segmented = <Value extends string>({
  label,
  value,
  onChange,
  options,
}: SegmentedProps<Value>) => (
  <fieldset className={styles.segments} aria-label={label}>
    {options.map(option => (
      <button
        key={option.value}
        type="button"
        className={styles.segment}
        aria-pressed={option.value === value}
        aria-label={option.label}
        title={option.label}
        onClick={() => onChange(option.value)}
      >
        {option.icon ?? option.label}
      </button>
    ))}
  </fieldset>
);
