import { MultiTextInput } from '@gatehouse/ui/multi-text-input.tsx';
import type { ReactNode } from 'react';
import { type FieldError, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { z } from 'zod';
import type { GlossaryId } from '../glossary-term.tsx';
import { Explained } from './explained.tsx';
import { type Form, useLabel } from './form-field.tsx';
import { LabelledField } from './labelled-field.tsx';

/** Values as they are typed, one per line. Empty lines are ignored, and each line is validated separately. */
export const lines = (line: z.ZodType<string, string>) =>
  z.array(z.string()).check(({ value, issues }) => {
    for (const [index, text] of value.entries()) {
      if (text.trim() === '') continue;
      const [broken] = line.safeParse(text.trim()).error?.issues ?? [];
      if (!broken) continue;
      const message = /^\w+(\.\w+)+$/.test(broken.message) ? broken.message : 'validation.url';
      issues.push({ code: 'custom', path: [index], message, input: text });
    }
  });

/** The lines to save: trimmed and without empty ones. */
export const writtenLines = (typed: readonly string[]) => typed.map(text => text.trim()).filter(Boolean);

type FormLinesProps<Values extends FieldValues, Name extends FieldPathByValue<Values, string[]>> = {
  form: Form<Values>;
  name: Name;
  label: string;
  /** Explains the label. */
  term?: GlossaryId;
  help?: ReactNode;
  placeholder?: string;
  addLabel?: string;
  isOptional?: boolean;
};

/** Several texts of a form, each with what is wrong with it. */
export const FormLines = <Values extends FieldValues, Name extends FieldPathByValue<Values, string[]>>({
  form,
  name,
  label,
  term,
  help,
  isOptional,
  ...input
}: FormLinesProps<Values, Name>) => {
  const { field, fieldState } = useController({ control: form.control, name });
  useLabel(form, name, label);
  const error = fieldState.error as (FieldError & (FieldError | undefined)[]) | undefined;
  const errors = Array.isArray(error) ? error.map(each => each?.message) : undefined;
  return (
    <Explained term={term} label={label} isOptional={isOptional}>
      <LabelledField
        label={label}
        help={help}
        error={error?.message}
        isOptional={isOptional}
        isMarked={form.showsDifferences && fieldState.isDirty}
      >
        <MultiTextInput {...field} {...input} errors={errors} />
      </LabelledField>
    </Explained>
  );
};
