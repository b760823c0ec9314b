import { type ReactNode, useId } from 'react';
import styles from './field-group.module.css';

type FieldGroupProps = {
  label: ReactNode;
  help?: string | null;
  error?: ReactNode;
  /** Their value is another than the saved one. */
  isMarked?: boolean;
  children: ReactNode;
};

/** Fields that belong together, like the parts of an address. */
export const FieldGroup = ({ label, help, error, isMarked, children }: FieldGroupProps) => {
  const id = useId();
  return (
    <fieldset
      className={styles.group}
      data-marked={isMarked || undefined}
      aria-describedby={help || error ? id : undefined}
    >
      <legend className={styles.label}>{label}</legend>
      {(help || error) && (
        <div id={id}>
          {error && (
            <div className={styles.error} role="alert">
              {error}
            </div>
          )}
          {help && <div className={styles.help}>{help}</div>}
        </div>
      )}
      {children}
    </fieldset>
  );
};
