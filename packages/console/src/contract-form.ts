import { useEffect } from 'react';
import { type FieldValues, type Path, type UseFormProps, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { contractResolver } from './contract-resolver.ts';
import { useTranslation } from './phrases.tsx';

/** A form that the contract checks. Messages at its fields follow when the reader changes the language. */
export const useContractForm = <Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  options: UseFormProps<Values>,
) => {
  const { language } = useTranslation();
  const form = useForm<Values>({ ...options, resolver: contractResolver(schema, language) });
  const { errors } = form.formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another language asks for it
  useEffect(() => {
    // Errors from the server stay in the old language until the next attempt to save.
    const wrong = Object.keys(errors).filter(name => name !== 'root') as Path<Values>[];
    if (wrong.length > 0) void form.trigger(wrong);
  }, [language]);
  return form;
};
