import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFieldControl } from './field.tsx';
import styles from './toggle.module.css';

export type ToggleProps = Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'type' | 'onChange' | 'checked' | 'value'
> & {
  value: boolean;
  onChange: (isOn: boolean) => void;
  /** Beside it; the whole line toggles. Without one give an `aria-label`. */
  label?: ReactNode;
  help?: ReactNode;
};

/** What checkbox and switch have in common. */
export function Toggle({
  look,
  value,
  onChange,
  label,
  help,
  ...rest
}: ToggleProps & { look: 'checkbox' | 'switch' }) {
  const field = useFieldControl();
  const ownId = useId();
  const id = rest.id ?? field.id ?? ownId;
  const input = (
    <input
      {...field}
      {...rest}
      id={id}
      type="checkbox"
      className={styles[look]}
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
  if (!label) return input;
  return (
    <label htmlFor={id} className={styles.labelled}>
      {input}
      <span className={styles.words}>
        <span>{label}</span>
        {help && <span className={styles.help}>{help}</span>}
      </span>
    </label>
  );
}
