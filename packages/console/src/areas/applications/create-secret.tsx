import { applicationSecret, applications } from '@gatehouse/contract/applications.ts';
import { Select } from '@gatehouse/ui/select.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const lifetimesInDays = ['7', '30', '90', '365', 'never'] as const;
const dayMilliseconds = 86_400_000;
const secretFields = z.object({ name: applicationSecret.shape.name, lifetime: z.enum(lifetimesInDays) });

export const CreateSecret = ({ applicationId, onClose }: { applicationId: string; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const create = useWrite(applications.createSecret);
  return (
    <FormDialog
      title={t('applications.secrets.create')}
      submitLabel={t('applications.secrets.create')}
      schema={secretFields}
      defaultValues={{ name: '', lifetime: 'never' }}
      onClose={onClose}
      submit={async ({ name, lifetime }) => {
        const expiresAt = lifetime === 'never' ? null : Date.now() + Number(lifetime) * dayMilliseconds;
        await create.mutateAsync({ params: { id: applicationId }, body: { name, expiresAt } });
        toast.success(t('applications.secrets.created', { name }));
        onClose();
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="name"
            label={t('general.name')}
            placeholder={t('applications.secrets.name_placeholder')}
          />
          <FormField form={form} name="lifetime" label={t('applications.secrets.expiration')}>
            {field => (
              <Select
                {...field}
                options={lifetimesInDays.map(value => ({
                  value,
                  label:
                    value === 'never'
                      ? t('applications.secrets.expiration_never')
                      : t('applications.secrets.expiration_days', { count: Number(value) }),
                }))}
              />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  );
};
