import type { Violation } from '@gatehouse/contract/errors.ts';
import { type Pair, PairsInput } from '@gatehouse/ui/pairs-input.tsx';
import type { ReactNode } from 'react';
import { type FieldError, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { z } from 'zod';
import { type Form, useLabel } from './form-field.tsx';
import { LabelledField } from './labelled-field.tsx';

/** Pairs as they are typed: a line without a name and a value is none, and no name stands twice. */
export const pairs = (
  name: z.ZodType<string, string>,
  value: z.ZodType<string, string>,
  violation: Violation = 'validation.invalid',
) =>
  z.array(z.object({ name: z.string(), value: z.string() })).check(({ value: typed, issues }) => {
    for (const [index, pair] of typed.entries()) {
      if (isBlank(pair)) continue;
      const isTwice = typed.findIndex(other => other.name.trim() === pair.name.trim()) < index;
      const isValid = name.safeParse(pair.name.trim()).success && value.safeParse(pair.value).success;
      if (isValid && !isTwice) continue;
      const message = isTwice ? 'validation.duplicate' : violation;
      issues.push({ code: 'custom', path: [index], message, input: pair });
    }
  });

const isBlank = ({ name, value }: Pair) => name.trim() === '' && value === '';

/** The pairs to save, without empty ones. */
export const writtenPairs = (typed: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(typed.filter(pair => !isBlank(pair)).map(({ name, value }) => [name.trim(), value]));

export const typedPairs = (kept: Readonly<Record<string, string>> = {}): Pair[] =>
  Object.entries(kept).map(([name, value]) => ({ name, value }));

type FormPairsProps<Values extends FieldValues, Name extends FieldPathByValue<Values, Pair[]>> = {
  form: Form<Values>;
  name: Name;
  label: string;
  help?: ReactNode;
  isOptional?: boolean;
  nameLabel: string;
  valueLabel: string;
};

/** Names with values in a form, each line with what is wrong with it. */
export const FormPairs = <Values extends FieldValues, Name extends FieldPathByValue<Values, Pair[]>>({
  form,
  name,
  label,
  help,
  isOptional,
  ...input
}: FormPairsProps<Values, Name>) => {
  const { field, fieldState } = useController({ control: form.control, name });
  useLabel(form, name, label);
  const error = fieldState.error as (FieldError & (FieldError | undefined)[]) | undefined;
  const errors = Array.isArray(error) ? error.map(each => each?.message) : undefined;
  return (
    <LabelledField
      label={label}
      help={help}
      error={error?.message}
      isOptional={isOptional}
      isMarked={form.showsDifferences && fieldState.isDirty}
    >
      <PairsInput {...field} {...input} errors={errors} />
    </LabelledField>
  );
};
