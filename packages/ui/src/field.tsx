import { createContext, type ReactNode, useContext, useId } from 'react';
import styles from './field.module.css';
import { ReadOnlyFields } from './read-only-fields.ts';
import { useUiText } from './ui-text.tsx';

type FieldContextValue = {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
};

const FieldContext = createContext<FieldContextValue | undefined>(undefined);

type FieldProps = {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  isOptional?: boolean;
  isRequired?: boolean;
  /** At the end of the label's line: "Forgot your password?". The keyboard reaches it after the control. */
  aside?: ReactNode;
  /** Its value is another than the saved one. */
  isMarked?: boolean;
  children: ReactNode;
};

/** Label, control, help and error of one input. The control inside finds its IDs through context. */
export function Field({ label, help, error, isOptional, isRequired, aside, isMarked, children }: FieldProps) {
  const { t } = useUiText();
  const isReadOnly = useContext(ReadOnlyFields);
  const id = useId();
  const labelId = `${id}-label`;
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, helpId].filter(part => part).join(' ') || undefined;
  return (
    <div className={styles.field} data-marked={isMarked || undefined}>
      <label id={labelId} htmlFor={id} className={styles.label}>
        {label}
        {isOptional && <span className={styles.optional}> {t('optional')}</span>}
      </label>
      <FieldContext value={{ id, labelId, describedBy, isInvalid: !!error, isRequired: !!isRequired }}>
        {isReadOnly ? (
          <fieldset disabled role="presentation" className={styles.readOnly}>
            {children}
          </fieldset>
        ) : (
          children
        )}
      </FieldContext>
      {aside && <span className={styles.aside}>{aside}</span>}
      {error && (
        <div id={errorId} className={styles.error} role="alert">
          {error}
        </div>
      )}
      {help && (
        <div id={helpId} className={styles.help}>
          {help}
        </div>
      )}
    </div>
  );
}

/** The attributes that tie a single control to the field around it; empty outside of a field. */
export function useFieldControl() {
  const field = useContext(FieldContext);
  return {
    id: field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.isInvalid || undefined,
    'aria-required': field?.isRequired || undefined,
  };
}

/** The same for a control that is several inputs: the label names the group. */
export function useFieldGroup() {
  const field = useContext(FieldContext);
  return { 'aria-labelledby': field?.labelId, 'aria-describedby': field?.describedBy };
}
