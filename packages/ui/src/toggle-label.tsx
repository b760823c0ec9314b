import type { ReactNode } from 'react';
import styles from './toggle.module.css';

/** The words beside a checkbox or switch; the whole line toggles it. */
export function ToggleLabel({
  id,
  label,
  help,
  children,
}: {
  id: string;
  label: ReactNode;
  help?: ReactNode;
  children: ReactNode;
}) {
  return (
    <label htmlFor={id} className={styles.labelled}>
      {children}
      <span className={styles.words}>
        <span>{label}</span>
        {help && <span className={styles.help}>{help}</span>}
      </span>
    </label>
  );
}
