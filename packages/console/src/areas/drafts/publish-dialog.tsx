import { drafts } from '@gatehouse/contract/drafts.ts';
import type { BodyInput } from '@gatehouse/contract/endpoint.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';

export type Publication = {
  draftId: string;
  fingerprint: string;
  overwrite: boolean;
  onClose: () => void;
  onPublished: () => Promise<void>;
};

type PublishDialogProps<Values extends FieldValues> = {
  publication: Publication;
  words: { title: string; description: string; submitLabel: string; done: string };
  schema: z.ZodType<Values, Values>;
  defaultValues: DefaultValues<Values>;
  /** The way in which the draft is published. */
  wayOf: (values: Values) => Pick<BodyInput<typeof drafts.publish>, 'at' | 'trial'>;
  children: (form: UseFormReturn<Values>) => ReactNode;
};

/** Asks how to publish a draft, and publishes exactly what was shown. */
export const PublishDialog = <Values extends FieldValues>({
  publication: { draftId, fingerprint, overwrite, onClose, onPublished },
  words: { done, ...words },
  schema,
  defaultValues,
  wayOf,
  children,
}: PublishDialogProps<Values>) => {
  const t = useT();
  const toast = useToast();
  const publish = useWrite(drafts.publish);
  return (
    <FormDialog<Values>
      {...words}
      schema={schema}
      defaultValues={defaultValues}
      staysOnPage
      onClose={onClose}
      submit={async values => {
        const body = { fingerprint, overwrite, ...wayOf(values) };
        await publish.mutateAsync({ params: { id: draftId }, body });
        toast.success(done);
        onClose();
        await onPublished();
      }}
    >
      {form => (
        <>
          {overwrite && <Callout tone="warning" title={t('drafts.publish_overwrite')} />}
          {children(form)}
        </>
      )}
    </FormDialog>
  );
};
