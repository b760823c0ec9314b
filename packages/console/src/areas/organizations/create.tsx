import { organizations } from '@gatehouse/contract/organizations.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const organizationFields = z.object({
  name: organizations.create.body.shape.name,
  description: z.string().max(256),
});

export const CreateOrganization = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(organizations.create);
  return (
    <FormDialog
      title={t('organizations.create')}
      description={t('organizations.create_text')}
      submitLabel={t('organizations.create')}
      schema={organizationFields}
      limit={() => ({ feature: 'organizationsLimit' })}
      defaultValues={{ name: '', description: '' }}
      onClose={() => goTo(paths.organizations())}
      submit={async body => {
        const { id, name } = await create.mutateAsync({
          body: { ...body, description: body.description || null },
        });
        toast.success(t('organizations.created', { name }));
        goTo(paths.organization(id));
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="name"
            label={t('general.name')}
            placeholder={t('organizations.name_placeholder')}
          />
          <FormField form={form} name="description" label={t('general.description')} isOptional />
        </>
      )}
    </FormDialog>
  );
};
