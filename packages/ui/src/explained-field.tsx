import { type ReactNode, useId } from 'react';
import styles from './explained-field.module.css';
import { useUiText } from './ui-text.tsx';
import { VisibleLabel } from './visible-label.ts';

/** A field whose label is a term to press. The label itself is hidden, and still names the control. */
export function ExplainedField({
  term,
  isOptional,
  children,
}: {
  term: ReactNode;
  isOptional?: boolean;
  children: ReactNode;
}) {
  const { t } = useUiText();
  const id = useId();
  return (
    <div className={styles.field}>
      <div id={id} className={styles.label}>
        {term}
        {isOptional && (
          <span className={styles.optional} aria-hidden>
            {' '}
            {t('optional')}
          </span>
        )}
      </div>
      <VisibleLabel value={id}>{children}</VisibleLabel>
    </div>
  );
}
