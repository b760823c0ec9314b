import type { ComponentProps } from 'react';
import styles from './control.module.css';
import { useFieldControl } from './field.tsx';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style'> & { isMono?: boolean };

export function TextArea({ isMono, rows = 3, ...rest }: TextAreaProps) {
  const field = useFieldControl();
  return (
    <textarea rows={rows} {...field} {...rest} className={styles.control} data-mono={isMono || undefined} />
  );
}
