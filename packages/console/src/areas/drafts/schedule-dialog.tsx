import { longestScheduleMs } from '@gatehouse/contract/drafts.ts';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { z } from 'zod';
import { useT } from '../../phrases.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { type Publication, PublishDialog } from './publish-dialog.tsx';

const isWithinReach = (text: string) => {
  const ahead = Date.parse(text) - Date.now();
  return ahead > 0 && ahead <= longestScheduleMs;
};

const fields = z.object({
  at: z
    .string()
    .refine(text => Number.isFinite(Date.parse(text)), { error: 'validation.required', abort: true })
    .refine(isWithinReach, { error: 'draft.invalid_time' }),
  isOnTrial: z.boolean(),
});

/** Publishes a draft at a time, in the time zone of the browser. */
export const ScheduleDialog = ({ publication }: { publication: Publication }) => {
  const t = useT();
  return (
    <PublishDialog<z.infer<typeof fields>>
      publication={publication}
      words={{
        title: t('drafts.schedule.title'),
        description: t('drafts.schedule.text'),
        submitLabel: t('drafts.schedule.submit'),
        done: t('drafts.schedule.scheduled'),
      }}
      schema={fields}
      defaultValues={{ at: '', isOnTrial: false }}
      wayOf={({ at, isOnTrial }) => ({ at: Date.parse(at), ...(isOnTrial ? { trial: {} } : {}) })}
    >
      {form => (
        <>
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
    </PublishDialog>
  );
};
