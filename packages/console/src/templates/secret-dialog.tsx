import { type ComponentProps, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormDialog } from './form-dialog.tsx';
import { ShownOnce } from './shown-once.tsx';

type SecretDialogProps<Values extends FieldValues> = Omit<
  ComponentProps<typeof FormDialog<Values>>,
  'submit'
> & {
  /** Answers with the secret that it made; without one the dialog closes. */
  submit: (values: Values) => Promise<string | undefined>;
  shown: Pick<ComponentProps<typeof ShownOnce>, 'title' | 'text' | 'label'>;
};

/** A form that makes a secret, and shows it once in its place. */
export const SecretDialog = <Values extends FieldValues>({
  submit,
  shown,
  ...form
}: SecretDialogProps<Values>) => {
  const [secret, setSecret] = useState<string>();
  if (secret) return <ShownOnce {...shown} secret={secret} onClose={form.onClose} />;
  return (
    <FormDialog
      {...form}
      submit={async values => {
        const made = await submit(values);
        if (made) setSecret(made);
        else form.onClose();
      }}
    />
  );
};
