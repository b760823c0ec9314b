import { type ComponentProps, useState } from 'react';
import styles from './code-input.module.css';
import { useFieldControl } from './field.tsx';

type CodeInputProps = Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'type' | 'value' | 'onChange' | 'maxLength'
> & {
  value: string;
  onChange: (code: string) => void;
  /** Told when the last digit is there. */
  onComplete?: (code: string) => void;
  digits?: number;
};

/** A code of a few digits, a box for each. It is one input: pasting, autofill and screen readers take it as a whole. */
export function CodeInput({ value, onChange, onComplete, digits = 6, ...rest }: CodeInputProps) {
  const field = useFieldControl();
  const [isFocused, setIsFocused] = useState(false);
  const change = (text: string) => {
    const code = text.replace(/\D/g, '').slice(0, digits);
    onChange(code);
    if (code.length === digits && code !== value) onComplete?.(code);
  };
  return (
    <div className={styles.code} style={{ gridTemplateColumns: `repeat(${digits}, 1fr)` }}>
      {Array.from({ length: digits }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          key={place}
          className={styles.box}
          data-active={(isFocused && place === Math.min(value.length, digits - 1)) || undefined}
          data-invalid={field['aria-invalid']}
          aria-hidden
        >
          {value[place]}
        </span>
      ))}
      <input
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="[0-9]*"
        spellCheck={false}
        {...field}
        {...rest}
        type="text"
        className={styles.input}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
      />
    </div>
  );
}
