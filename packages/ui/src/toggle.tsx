import { type ComponentProps, type ReactNode, useContext, useId } from 'react';
import { useFieldControl } from './field.tsx';
import { ReadOnlyFields } from './read-only-fields.ts';
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
  error?: ReactNode;
  /** Its value is another than the saved one. */
  isMarked?: boolean;
};

/** Shared by checkbox and switch. */
export function Toggle({
  look,
  value,
  onChange,
  label,
  help,
  error,
  isMarked,
  ...rest
}: ToggleProps & { look: 'checkbox' | 'switch' }) {
  const field = useFieldControl();
  const isReadOnly = useContext(ReadOnlyFields);
  const ownId = useId();
  const id = rest.id ?? field.id ?? ownId;
  const errorId = `${id}-error`;
  const input = (
    <input
      {...field}
      {...(error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})}
      {...rest}
      disabled={rest.disabled || isReadOnly}
      id={id}
      type="checkbox"
      className={styles[look]}
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
  if (!label) return input;
  return (
    <span className={styles.line} data-marked={isMarked || undefined}>
      <label htmlFor={id} className={styles.labelled}>
        {input}
        <span className={styles.words}>
          <span>{label}</span>
          {help && <span className={styles.help}>{help}</span>}
        </span>
      </label>
      {error && (
        <span id={errorId} className={styles.error} role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
