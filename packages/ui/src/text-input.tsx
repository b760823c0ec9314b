import type { ComponentProps } from 'react';
import styles from './control.module.css';
import { useFieldControl } from './field.tsx';

type TextInputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'size'> & {
  isMono?: boolean;
  size?: 'medium' | 'large';
};

/** The native input with its native props, so that `register` of a form library fits it. */
export function TextInput({ isMono, size, ...rest }: TextInputProps) {
  const field = useFieldControl();
  return (
    <input
      type="text"
      {...field}
      {...rest}
      className={styles.control}
      data-mono={isMono || undefined}
      data-size={size}
    />
  );
}
