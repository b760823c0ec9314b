import { FieldGroup } from '@gatehouse/ui/field-group.tsx';
import { useIsSaidBySection } from '@gatehouse/ui/section-title.ts';
import { VisuallyHidden } from '@gatehouse/ui/visually-hidden.tsx';
import type { ComponentProps } from 'react';

/** Fields that belong together, and leave their label to the heading of the section around them, where that is the same. */
export const LabelledGroup = ({ label, ...group }: ComponentProps<typeof FieldGroup>) => {
  const isSaid = useIsSaidBySection(label);
  return <FieldGroup {...group} label={isSaid ? <VisuallyHidden>{label}</VisuallyHidden> : label} />;
};
