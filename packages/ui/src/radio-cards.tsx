import { type ReactNode, type Ref, useContext, useId } from 'react';
import { useFieldGroup } from './field.tsx';
import styles from './radio-cards.module.css';
import { ReadOnlyFields } from './read-only-fields.ts';
import toggle from './toggle.module.css';

export type RadioCard<Value extends string> = {
  value: Value;
  title: ReactNode;
  description?: ReactNode;
  icon?: ReactNode;
  isDisabled?: boolean;
};

type RadioCardsProps<Value extends string> = {
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  options: RadioCard<Value>[];
  /** The minimum width of a card. As many as possible share a line, but the last line never has only one. */
  minWidth?: string;
  label?: string;
  ref?: Ref<HTMLInputElement>;
};

/**
 * The widest of the layouts that fit and leave no card alone. A column is as wide as a share of the line where that many
 * fit, and for the next smaller number otherwise: multiplied, the missing width passes any limit.
 */
const columnsFor = (count: number, minWidth: string) => {
  const gap = 'var(--space-3)';
  const width = Array.from({ length: Math.max(count - 1, 0) }, (_, index) => index + 2)
    .filter(columns => count % columns !== 1)
    .reduce((smaller, columns) => {
      const gaps = `${gap} * ${columns - 1}`;
      const share = `(100% - ${gaps}) / ${columns} - 1px`;
      return `clamp(${share}, (${minWidth} * ${columns} + ${gaps} - 100%) * 9999, ${smaller})`;
    }, '100%');
  return `repeat(auto-fill, minmax(${width}, 1fr))`;
};

/** One of a few, each worth a sentence. */
export function RadioCards<Value extends string>({
  value,
  onChange,
  onBlur,
  options,
  minWidth = '200px',
  label,
  ref,
}: RadioCardsProps<Value>) {
  const name = useId();
  const isReadOnly = useContext(ReadOnlyFields);
  const group = useFieldGroup();
  return (
    <div
      role="radiogroup"
      {...group}
      aria-label={label}
      className={styles.cards}
      style={{ gridTemplateColumns: columnsFor(options.length, minWidth) }}
    >
      {options.map((option, index) => (
        <label key={option.value} className={styles.card}>
          {option.icon && <span className={styles.icon}>{option.icon}</span>}
          <span className={styles.words}>
            <span className={styles.title}>{option.title}</span>
            {option.description && <span className={styles.description}>{option.description}</span>}
          </span>
          <input
            ref={index === 0 ? ref : undefined}
            type="radio"
            name={name}
            className={toggle.radio}
            checked={option.value === value}
            disabled={option.isDisabled || isReadOnly}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
          />
        </label>
      ))}
    </div>
  );
}
