import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import styles from './form-section.module.css';
import { SectionTitle } from './section-title.ts';

/** A card of sections with lines between them. */
export const FormSections = ({ children }: { children: ReactNode }) => (
  <Card hasPadding={false}>{children}</Card>
);

/** Title and one line of help beside the fields they are about. */
export function FormSection({
  title,
  help,
  children,
}: {
  title: ReactNode;
  help?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.section}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        {help && <div className={styles.help}>{help}</div>}
      </div>
      <div className={styles.fields}>
        <SectionTitle value={title}>{children}</SectionTitle>
      </div>
    </div>
  );
}
