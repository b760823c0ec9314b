import { application, applications } from '@gatehouse/contract/applications.ts';
import { Field } from '@gatehouse/ui/field.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { CreateDialog } from '../../templates/create-dialog.tsx';

const applicationFields = z.object({ name: application.shape.name, description: z.string() });

/** Creates a machine-to-machine application and opens it, where its first secret is waiting. */
export const CreateApplication = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(applications.create);
  return (
    <CreateDialog
      title={t('applications.create')}
      description={t('applications.create_text')}
      submitLabel={t('applications.create')}
      schema={applicationFields}
      defaultValues={{ name: '', description: '' }}
      onClose={() => goTo(paths.applications())}
      submit={async ({ name, description }) => {
        const { id } = await create.mutateAsync({
          body: { name, description: description || null, type: 'MachineToMachine' },
        });
        toast.success(t('applications.created', { name }));
        goTo(paths.application(id));
      }}
    >
      {(form, errorOf) => (
        <>
          <Field label={t('general.name')} error={errorOf('name')}>
            <TextInput
              autoFocus
              placeholder={t('applications.name_placeholder')}
              {...form.register('name')}
            />
          </Field>
          <Field label={t('general.description')} error={errorOf('description')} isOptional>
            <TextInput
              placeholder={t('applications.description_placeholder')}
              {...form.register('description')}
            />
          </Field>
        </>
      )}
    </CreateDialog>
  );
};
