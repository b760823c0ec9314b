import { organizationRoles } from '@gatehouse/contract/organization-roles.ts';
import { createOrganizationRole, type OrganizationRole } from '@gatehouse/contract/organizations.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { useTravellingForm } from '../../templates/travelling-form.ts';

const generalFields = z.object({
  name: createOrganizationRole.shape.name,
  description: z.string().max(256),
});

export const OrganizationRoleGeneral = () => {
  const t = useT();
  const role = useEntity<OrganizationRole>();
  const { id } = role;
  const update = useWrite(organizationRoles.update);
  const form = useTravellingForm({
    schema: generalFields,
    now: role,
    read: ({ name, description }) => ({ name, description: description ?? '' }),
    hasOthers: false,
    savedMessage: t('organization_roles.saved'),
    save: values =>
      update.mutateAsync({
        params: { id },
        body: { ...values, description: values.description || null },
      }),
  });
  return (
    <EditForm form={form}>
      <FormSection title={t('organization_roles.general.title')} help={t('organization_roles.general.help')}>
        <FormField form={form} name="name" label={t('general.name')} />
        <FormField form={form} name="description" label={t('general.description')} isOptional />
      </FormSection>
    </EditForm>
  );
};
