import type { ComponentProps, ReactNode } from 'react';
import { useFieldControl } from './field.tsx';
import styles from './toggle.module.css';

type SwitchProps = Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'type' | 'onChange' | 'checked' | 'value'
> & {
  value: boolean;
  onChange: (isOn: boolean) => void;
  label?: ReactNode;
  help?: ReactNode;
};

/** On or off. In a table cell, without a visible label, give it an `aria-label`. */
export function Switch({ value, onChange, label, help, ...rest }: SwitchProps) {
  const field = useFieldControl();
  const input = (
    <input
      {...field}
      {...rest}
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
  if (!label) return input;
  return (
    <label className={styles.labelled}>
      {input}
      <span className={styles.words}>
        <span>{label}</span>
        {help && <span className={styles.help}>{help}</span>}
      </span>
    </label>
  );
}
