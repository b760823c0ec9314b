import { organizationRoles } from '@gatehouse/contract/organization-roles.ts';
import { createOrganizationRole } from '@gatehouse/contract/organizations.ts';
import { roleType, roleTypes } from '@gatehouse/contract/role.ts';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { picks } from '../../templates/assign-dialog.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { AllPermissions, useSplitPermissions } from './all-permissions.tsx';

const roleFields = z.object({
  name: createOrganizationRole.shape.name,
  description: z.string().max(256),
  type: roleType,
  permissions: picks,
});

export const CreateOrganizationRole = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(organizationRoles.create);
  const split = useSplitPermissions();
  return (
    <FormDialog
      title={t('organization_roles.create')}
      description={t('organization_roles.create_text')}
      submitLabel={t('organization_roles.create')}
      schema={roleFields}
      defaultValues={{ name: '', description: '', type: 'User', permissions: [] }}
      onClose={onClose}
      submit={async ({ permissions, description, ...fields }) => {
        const { id, name } = await create.mutateAsync({
          body: {
            ...fields,
            description: description || null,
            ...split(permissions.map(({ value }) => value)),
          },
        });
        toast.success(t('organization_roles.created', { name }));
        goTo(paths.organizationRole(id));
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="name"
            label={t('general.name')}
            placeholder={t('organization_roles.name_placeholder')}
          />
          <FormField form={form} name="description" label={t('general.description')} isOptional />
          <FormField form={form} name="type" label={t('organization_roles.type')}>
            {field => (
              <RadioCards
                {...field}
                options={roleTypes.map(type => ({
                  value: type,
                  title: t(`organization_roles.types.${type}`),
                }))}
              />
            )}
          </FormField>
          <FormField
            form={form}
            name="permissions"
            label={t('organization_roles.permissions.picked')}
            isOptional
          >
            {field => <AllPermissions {...field} />}
          </FormField>
        </>
      )}
    </FormDialog>
  );
};
