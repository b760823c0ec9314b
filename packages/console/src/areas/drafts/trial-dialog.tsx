import { drafts } from '@gatehouse/contract/drafts.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const fields = z.object({
  minutes: z.number().int().min(1).max(60),
  failures: z.number().int().min(1).max(100).nullable(),
});

export type PublishDialogProps = {
  draftId: string;
  fingerprint: string;
  overwrite: boolean;
  onClose: () => void;
  onPublished: () => Promise<void>;
};

/** Publishes a draft that is taken back automatically unless it is confirmed in time. */
export const TrialDialog = ({
  draftId,
  fingerprint,
  overwrite,
  onClose,
  onPublished,
}: PublishDialogProps) => {
  const t = useT();
  const toast = useToast();
  const publish = useWrite(drafts.publish);
  return (
    <FormDialog<z.infer<typeof fields>>
      title={t('drafts.trial.title')}
      description={t('drafts.trial.text')}
      submitLabel={t('drafts.trial.publish')}
      schema={fields}
      defaultValues={{ minutes: 5, failures: 20 }}
      staysOnPage
      onClose={onClose}
      submit={async ({ minutes, failures }) => {
        const trial = { minutes, ...(failures === null ? {} : { failures }) };
        await publish.mutateAsync({ params: { id: draftId }, body: { fingerprint, overwrite, trial } });
        toast.success(t('drafts.trial.published'));
        onClose();
        await onPublished();
      }}
    >
      {form => (
        <>
          {overwrite && <Callout tone="warning" title={t('drafts.publish_overwrite')} />}
          <FormField
            form={form}
            name="minutes"
            label={t('drafts.trial.minutes')}
            help={t('drafts.trial.minutes_help')}
          >
            {field => (
              <NumberInput {...field} unit={t('drafts.trial.minutes_unit', { count: field.value })} />
            )}
          </FormField>
          <FormField
            form={form}
            name="failures"
            label={t('drafts.trial.failures')}
            help={t('drafts.trial.failures_help')}
            isOptional
          >
            {field => <NumberInput {...field} />}
          </FormField>
        </>
      )}
    </FormDialog>
  );
};
