import { Field } from '@gatehouse/ui/field.tsx';
import { useIsSaidBySection } from '@gatehouse/ui/section-title.ts';
import { VisuallyHidden } from '@gatehouse/ui/visually-hidden.tsx';
import type { ComponentProps } from 'react';

/** A field that leaves its label to the heading of the section around it, where that is the same. */
export const LabelledField = ({ label, isOptional, ...field }: ComponentProps<typeof Field>) => {
  const isSaid = useIsSaidBySection(label);
  if (isSaid) return <Field {...field} label={<VisuallyHidden>{label}</VisuallyHidden>} />;
  return <Field {...field} label={label} isOptional={isOptional} />;
};
