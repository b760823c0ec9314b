import { type ComponentProps, useState } from 'react';
import styles from './control.module.css';
import { useFieldControl } from './field.tsx';

type NumberInputProps = Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'type' | 'value' | 'onChange' | 'size'
> & {
  value: number | null;
  onChange: (value: number | null) => void;
  /** The unit after the number: "days". */
  unit?: string;
};

/** A number; null while empty. Unlike a native number input it never loses what was typed. */
export function NumberInput({ value, onChange, unit, ...rest }: NumberInputProps) {
  const field = useFieldControl();
  const [typed, setTyped] = useState<string>();
  const input = (
    <input
      inputMode="decimal"
      autoComplete="off"
      {...field}
      {...rest}
      className={unit ? undefined : styles.control}
      value={typed ?? value ?? ''}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value.trim();
        setTyped(currentTarget.value);
        if (next === '') onChange(null);
        else if (Number.isFinite(Number(next))) onChange(Number(next));
      }}
      onBlur={event => {
        setTyped(undefined);
        rest.onBlur?.(event);
      }}
    />
  );
  if (!unit) return input;
  return (
    <div className={`${styles.control} ${styles.group}`}>
      {input}
      <span className={styles.aside}>{unit}</span>
    </div>
  );
}
