import { Button } from '@gatehouse/ui/button.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import type { ComponentProps, ReactNode } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { useSpeech } from '../phrases.tsx';
import { useDraft } from '../session/drafts.ts';
import { contractResolver } from './contract-resolver.ts';
import { pointAtFields } from './edit-form.tsx';

type FormDialogProps<Values extends FieldValues> = {
  title: string;
  description?: string;
  submitLabel: string;
  size?: ComponentProps<typeof Dialog>['size'];
  schema: z.ZodType<Values, Values>;
  defaultValues: DefaultValues<Values>;
  submit: (values: Values, form: UseFormReturn<Values>) => Promise<unknown>;
  onClose: () => void;
  children: (form: UseFormReturn<Values>) => ReactNode;
};

/** A form on top of the page, to create or edit one thing. A failed request leaves it open with everything that was typed. */
export const FormDialog = <Values extends FieldValues>(props: FormDialogProps<Values>) => {
  const { t, language } = useSpeech();
  const form = useForm<Values>({
    resolver: contractResolver(props.schema, language),
    defaultValues: props.defaultValues,
  });
  useDraft(props.title, form);
  const submit = form.handleSubmit(async values => {
    try {
      await props.submit(values, form);
    } catch (error) {
      pointAtFields(error, (field, message) => form.setError(field as Path<Values>, { message }));
    }
  });
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      size={props.size}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={props.onClose}>{t('general.cancel')}</Button>
          <Button type="submit" variant="primary" isLoading={form.formState.isSubmitting}>
            {props.submitLabel}
          </Button>
        </>
      }
    >
      {props.children(form)}
    </Dialog>
  );
};
