import { type ComponentProps, type ReactNode, useEffect, useImperativeHandle, useRef } from 'react';
import { useFieldControl } from './field.tsx';
import styles from './toggle.module.css';

type CheckboxProps = Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'type' | 'onChange' | 'checked' | 'value'
> & {
  value: boolean;
  onChange: (isChecked: boolean) => void;
  label?: ReactNode;
  help?: ReactNode;
  isIndeterminate?: boolean;
};

export function Checkbox({
  value,
  onChange,
  label,
  help,
  isIndeterminate = false,
  ref,
  ...rest
}: CheckboxProps) {
  const field = useFieldControl();
  const element = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => element.current!);
  useEffect(() => {
    element.current!.indeterminate = isIndeterminate;
  }, [isIndeterminate]);

  const input = (
    <input
      {...field}
      {...rest}
      ref={element}
      type="checkbox"
      className={styles.checkbox}
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
