import { drafts } from '@gatehouse/contract/drafts.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import type { PublishDialogProps } from './trial-dialog.tsx';

const fields = z.object({
  at: z.string().refine(text => Number.isFinite(Date.parse(text)), { error: 'validation.required' }),
  isOnTrial: z.boolean(),
});

/** Publishes a draft at a time, in the time zone of the browser. */
export const ScheduleDialog = ({
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
      title={t('drafts.schedule.title')}
      description={t('drafts.schedule.text')}
      submitLabel={t('drafts.schedule.submit')}
      schema={fields}
      defaultValues={{ at: '', isOnTrial: false }}
      staysOnPage
      onClose={onClose}
      submit={async ({ at, isOnTrial }) => {
        const trial = isOnTrial ? { trial: {} } : {};
        const body = { fingerprint, overwrite, at: Date.parse(at), ...trial };
        await publish.mutateAsync({ params: { id: draftId }, body });
        toast.success(t('drafts.schedule.scheduled'));
        onClose();
        await onPublished();
      }}
    >
      {form => (
        <>
          {overwrite && <Callout tone="warning" title={t('drafts.publish_overwrite')} />}
          <FormField
            form={form}
            name="at"
            label={t('drafts.schedule.at')}
            help={t('drafts.schedule.at_help', {
              zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            })}
          >
            {field => <TextInput {...field} type="datetime-local" />}
          </FormField>
          <FormSwitch
            form={form}
            name="isOnTrial"
            label={t('drafts.schedule.on_trial')}
            help={t('drafts.schedule.on_trial_help')}
          />
        </>
      )}
    </FormDialog>
  );
};
