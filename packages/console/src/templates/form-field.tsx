import { Switch } from '@gatehouse/ui/switch.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import {
  type Control,
  type ControllerRenderProps,
  type FieldPathByValue,
  type FieldValues,
  type Path,
  useController,
} from 'react-hook-form';
import type { GlossaryId } from '../glossary-term.tsx';
import { Explained } from './explained.tsx';
import { LabelledField } from './labelled-field.tsx';
import { messageOf } from './point-at-fields.ts';

/** A form as its fields see it. The labels name what has changed. */
export type Form<Values extends FieldValues> = {
  control: Control<Values>;
  labels?: Map<string, string>;
  /** Marks the fields whose values are not the saved ones. */
  showsDifferences?: boolean;
};

type FormFieldProps<Values extends FieldValues, Name extends Path<Values>> = {
  form: Form<Values>;
  name: Name;
  label: string;
  /** Explains the label. */
  term?: GlossaryId;
  help?: ReactNode;
  isOptional?: boolean;
  /** The control; a line of text unless said. */
  children?: (field: ControllerRenderProps<Values, Name>) => ReactNode;
} & Pick<
  ComponentProps<typeof TextInput>,
  'placeholder' | 'isMono' | 'autoFocus' | 'autoComplete' | 'inputMode' | 'disabled'
>;

/** A field of a form: label, control and what is wrong with it. */
export const FormField = <Values extends FieldValues, Name extends Path<Values>>({
  form,
  name,
  label,
  term,
  help,
  isOptional,
  children,
  ...input
}: FormFieldProps<Values, Name>) => {
  const { field, fieldState } = useController({ control: form.control, name });
  useLabel(form, name, label);
  return (
    <Explained term={term} label={label} isOptional={isOptional}>
      <LabelledField
        label={label}
        help={help}
        error={messageOf(fieldState.error)}
        isOptional={isOptional}
        isMarked={form.showsDifferences && fieldState.isDirty}
      >
        {children ? children(field) : <TextInput {...input} {...field} />}
      </LabelledField>
    </Explained>
  );
};

type FormSwitchProps<Values extends FieldValues, Name extends FieldPathByValue<Values, boolean>> = {
  form: Form<Values>;
  name: Name;
  label: string;
  help?: ReactNode;
  disabled?: boolean;
};

export const FormSwitch = <Values extends FieldValues, Name extends FieldPathByValue<Values, boolean>>({
  form,
  name,
  ...words
}: FormSwitchProps<Values, Name>) => {
  const { field, fieldState } = useController({ control: form.control, name });
  useLabel(form, name, words.label);
  const isMarked = form.showsDifferences && fieldState.isDirty;
  return <Switch {...field} {...words} error={messageOf(fieldState.error)} isMarked={isMarked} />;
};

export const useLabel = <Values extends FieldValues>({ labels }: Form<Values>, name: string, label: string) =>
  useEffect(() => {
    labels?.set(name, label);
    return () => void labels?.delete(name);
  }, [labels, name, label]);
