import { applicationSecret, applications } from '@gatehouse/contract/applications.ts';
import { Field } from '@gatehouse/ui/field.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CreateDialog } from '../../templates/create-dialog.tsx';

const lifetimesInDays = ['7', '30', '90', '365', 'never'] as const;
const dayMilliseconds = 86_400_000;
const secretFields = z.object({ name: applicationSecret.shape.name, lifetime: z.enum(lifetimesInDays) });

export const CreateSecret = ({ applicationId, onClose }: { applicationId: string; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const create = useWrite(applications.createSecret);
  return (
    <CreateDialog
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
      {(form, errorOf) => (
        <>
          <Field label={t('applications.secrets.name')} error={errorOf('name')}>
            <TextInput
              autoFocus
              placeholder={t('applications.secrets.name_placeholder')}
              {...form.register('name')}
            />
          </Field>
          <Field label={t('applications.secrets.expiration')}>
            <Controller
              control={form.control}
              name="lifetime"
              render={({ field }) => (
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
            />
          </Field>
        </>
      )}
    </CreateDialog>
  );
};
