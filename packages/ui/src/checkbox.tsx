import { type ComponentProps, type ReactNode, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { useFieldControl } from './field.tsx';
import styles from './toggle.module.css';
import { ToggleLabel } from './toggle-label.tsx';

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
  const ownId = useId();
  const id = rest.id ?? field.id ?? ownId;
  const element = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => element.current!);
  useEffect(() => {
    element.current!.indeterminate = isIndeterminate;
  }, [isIndeterminate]);

  const input = (
    <input
      {...field}
      {...rest}
      id={id}
      ref={element}
      type="checkbox"
      className={styles.checkbox}
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
