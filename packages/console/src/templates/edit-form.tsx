import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { SaveBar } from '@gatehouse/ui/save-bar.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useBlocker } from '@tanstack/react-router';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useSpeech } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { contractResolver } from './contract-resolver.ts';

type EditFormOptions<Values extends FieldValues> = {
  schema: z.ZodType<Values, Values>;
  /** What is saved now; a fresh answer from the server resets untouched fields. */
  values: Values;
  /** The fields in the words of the form, for the bar that names what has changed. */
  labels: Partial<Record<keyof Values & string, string>>;
  save: (values: Values) => Promise<unknown>;
  savedMessage: string;
};

/** A form over something that exists: the bar with unsaved changes, the question before leaving, errors at the field. */
export const useEditForm = <Values extends FieldValues>(options: EditFormOptions<Values>) => {
  const { t, language } = useSpeech();
  const toast = useToast();
  const confirm = useConfirm();
  const form = useForm<Values>({
    resolver: contractResolver(options.schema, language),
    values: options.values,
    defaultValues: options.values as DefaultValues<Values>,
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, dirtyFields, isSubmitting, errors } = form.formState;

  useBlocker({
    shouldBlockFn: async () => {
      if (!isDirty) return false;
      const [mayLeave] = await confirm({
        title: t('general.leave_title'),
        body: t('general.leave_text'),
        confirmLabel: t('general.leave'),
        cancelLabel: t('general.stay'),
        isDanger: true,
      });
      return !mayLeave;
    },
    enableBeforeUnload: () => isDirty,
  });

  const save = form.handleSubmit(async values => {
    try {
      await options.save(values);
      form.reset(values);
      toast.success(options.savedMessage);
    } catch (error) {
      // The toast has been shown where requests are reported; the form keeps what was typed and points at the field.
      pointAtFields(error, (field, message) => form.setError(field as Path<Values>, { message }));
    }
  });
  const changed = Object.keys(dirtyFields).map(name => options.labels[name] ?? name);

  return {
    form,
    save,
    errorOf: (field: Path<Values>) => form.getFieldState(field, { ...form.formState, errors }).error?.message,
    bar: (
      <SaveBar
        isShown={isDirty}
        fields={changed}
        onDiscard={() => form.reset()}
        onSave={() => void save()}
        isSaving={isSubmitting}
      />
    ),
  };
};

type Issue = { path: string; message: string };

/** Puts the server's validation problems on the fields they are about. */
export const pointAtFields = (error: unknown, setError: (field: string, message: string) => void) => {
  if (!(error instanceof HttpError)) {
    if (error instanceof Error) return;
    throw error;
  }
  const issues = (error.body?.data as { issues?: Issue[] } | undefined)?.issues;
  for (const { path, message } of issues ?? []) setError(path, message);
};
