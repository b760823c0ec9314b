import { application, applications } from '@gatehouse/contract/applications.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const applicationFields = z.object({ name: application.shape.name, description: z.string() });

/** Creates a machine-to-machine application and opens it, where its first secret is waiting. */
export const CreateApplication = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(applications.create);
  return (
    <FormDialog
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
      {form => (
        <>
          <FormField
            form={form}
            name="name"
            label={t('general.name')}
            placeholder={t('applications.name_placeholder')}
          />
          <FormField
            form={form}
            name="description"
            label={t('general.description')}
            placeholder={t('applications.description_placeholder')}
            isOptional
          />
        </>
      )}
    </FormDialog>
  );
};
