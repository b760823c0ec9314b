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
    {field => (
      <Suspense fallback={<TextArea isMono rows={6} {...field} />}>
        <JsonInput {...field} />
      </Suspense>
    )}
  </FormField>
);
