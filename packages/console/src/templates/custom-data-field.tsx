import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { lazy, Suspense } from 'react';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { type Form, FormField } from './form-field.tsx';
import { isJsonObject } from './json.ts';

const JsonInput = lazy(() =>
  import('@gatehouse/ui/json-input.tsx').then(module => ({ default: module.JsonInput })),
);

/** Custom data as it is typed. */
export const customDataText = z.string().refine(isJsonObject, { error: 'validation.json_object' });

type CustomDataFieldProps<Values extends FieldValues, Name extends FieldPathByValue<Values, string>> = {
  form: Form<Values>;
  name: Name;
  label: string;
};

/** Any JSON object that a tenant keeps with a thing. */
export const CustomDataField = <Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  form,
  name,
  label,
}: CustomDataFieldProps<Values, Name>) => (
  <FormField form={form} name={name} label={label}>
    {field => <LazyJsonInput {...field} />}
  </FormField>
);

type LazyJsonInputProps = {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
};

/** JSON as text, which can be typed before its editor is there. */
export const LazyJsonInput = (props: LazyJsonInputProps) => (
  <Suspense
    fallback={
      <TextArea
        {...props}
        isMono
        rows={6}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      />
    }
  >
    <JsonInput {...props} />
  </Suspense>
);
