import { draftPreviewLimits, draftPreviews } from '@gatehouse/contract/draft-previews.ts';
import { Select } from '@gatehouse/ui/select.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { UserPicker } from '../../pickers/user-picker.tsx';
import { picks } from '../../templates/assign-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { SecretDialog } from '../../templates/secret-dialog.tsx';

const lifetimes = ['1', '3', '7'] as const;

const fields = z.object({
  testers: picks.min(1).max(draftPreviewLimits.testers),
  days: z.enum(lifetimes),
});

/** Makes a link for the chosen users, and shows it once. */
export const PreviewDialog = ({ draftId, onClose }: { draftId: string; onClose: () => void }) => {
  const t = useT();
  const create = useWrite(draftPreviews.create);
  return (
    <SecretDialog<z.infer<typeof fields>>
      title={t('drafts.preview.create')}
      description={t('drafts.preview.create_text')}
      submitLabel={t('drafts.preview.create')}
      schema={fields}
      defaultValues={{ testers: [], days: '1' }}
      staysOnPage
      onClose={onClose}
      submit={async ({ testers, days }) => {
        const body = { userIds: testers.map(({ value }) => value), hours: Number(days) * 24 };
        return (await create.mutateAsync({ params: { id: draftId }, body })).url;
      }}
      shown={{
        title: t('drafts.preview.created'),
        text: t('drafts.preview.once'),
        label: t('drafts.preview.link'),
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="testers"
            label={t('drafts.preview.testers')}
            help={t('drafts.preview.testers_help')}
          >
            {field => <UserPicker {...field} />}
          </FormField>
          <FormField form={form} name="days" label={t('drafts.preview.lifetime')}>
            {field => (
              <Select
                {...field}
                options={lifetimes.map(value => ({
                  value,
                  label: t('drafts.replay.days', { count: Number(value) }),
                }))}
              />
            )}
          </FormField>
        </>
      )}
    </SecretDialog>
  );
};
