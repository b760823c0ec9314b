import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { z } from 'zod';
import { useT } from '../../phrases.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { type Publication, PublishDialog } from './publish-dialog.tsx';

const fields = z.object({
  minutes: z.number().int().min(1).max(60),
  failures: z.number().int().min(1).max(100).nullable(),
});

/** Publishes a draft that is taken back automatically unless it is confirmed in time. */
export const TrialDialog = ({ publication }: { publication: Publication }) => {
  const t = useT();
  return (
    <PublishDialog<z.infer<typeof fields>>
      publication={publication}
      words={{
        title: t('drafts.trial.title'),
        description: t('drafts.trial.text'),
        submitLabel: t('drafts.trial.publish'),
        done: t('drafts.trial.published'),
      }}
      schema={fields}
      defaultValues={{ minutes: 5, failures: 20 }}
      wayOf={({ minutes, failures }) => ({
        trial: { minutes, ...(failures === null ? {} : { failures }) },
      })}
    >
      {form => (
        <>
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
            {field => (
              <NumberInput {...field} unit={t('drafts.trial.failures_unit', { count: field.value ?? 0 })} />
            )}
          </FormField>
        </>
      )}
    </PublishDialog>
  );
};
