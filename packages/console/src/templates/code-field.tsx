import { CodeEditor } from '@gatehouse/ui/code-editor.tsx';
import type { CodeEditorProps } from '@gatehouse/ui/code-editor-props.ts';
import type { ReactNode } from 'react';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { type Form, FormField } from './form-field.tsx';

type CodeFieldProps<Values extends FieldValues, Name extends FieldPathByValue<Values, string>> = {
  form: Form<Values>;
  name: Name;
  label: string;
  help?: ReactNode;
} & Omit<CodeEditorProps, 'value' | 'onChange' | 'onBlur' | 'isInvalid' | 'ref'>;

/** Code in a form. */
export const CodeField = <Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  form,
  name,
  label,
  help,
  ...editor
}: CodeFieldProps<Values, Name>) => (
  <FormField form={form} name={name} label={label} help={help}>
    {field => <CodeEditor {...editor} {...field} label={label} />}
  </FormField>
);
