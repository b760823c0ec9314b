import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFieldControl } from './field.tsx';
import styles from './toggle.module.css';
import { ToggleLabel } from './toggle-label.tsx';

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
  const ownId = useId();
  const id = rest.id ?? field.id ?? ownId;
  const input = (
    <input
      {...field}
      {...rest}
      id={id}
      type="checkbox"
      role="switch"
      aria-checked={value}
      className={styles.switch}
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
  if (!label) return input;
  return (
    <ToggleLabel id={id} label={label} help={help}>
      {input}
    </ToggleLabel>
  );
}
