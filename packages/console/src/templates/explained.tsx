import { ExplainedField } from '@gatehouse/ui/explained-field.tsx';
import type { ReactNode } from 'react';
import { type GlossaryId, GlossaryTerm } from '../glossary-term.tsx';

type ExplainedProps = {
  term: GlossaryId | undefined;
  label: string;
  isOptional?: boolean;
  children: ReactNode;
};

/** A field whose label is explained, where it is a term of the glossary. */
export const Explained = ({ term, label, isOptional, children }: ExplainedProps) => {
  if (!term) return children;
  return (
    <ExplainedField term={<GlossaryTerm id={term}>{label}</GlossaryTerm>} isOptional={isOptional}>
      {children}
    </ExplainedField>
  );
};
