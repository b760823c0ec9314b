import { organizationScopes } from '@gatehouse/contract/organization-scopes.ts';
import { createOrganizationScope, type OrganizationScope } from '@gatehouse/contract/organizations.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const permissionFields = z.object({
  name: createOrganizationScope.shape.name,
  description: z.string().max(256),
});

/** Creates an organization permission, or edits the given one. */
export const PermissionDialog = ({ scope, onClose }: { scope?: OrganizationScope; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const create = useWrite(organizationScopes.create);
  const update = useWrite(organizationScopes.update);
  return (
    <FormDialog
      title={t(scope ? 'organization_permissions.edit' : 'organization_permissions.create')}
      submitLabel={t(scope ? 'general.save' : 'organization_permissions.create')}
      schema={permissionFields}
      defaultValues={{ name: scope?.name ?? '', description: scope?.description ?? '' }}
      onClose={onClose}
      submit={async ({ name, description }) => {
        const body = { name, description: description || null };
        if (scope) await update.mutateAsync({ params: { id: scope.id }, body });
        else await create.mutateAsync({ body });
        toast.success(
          t(scope ? 'organization_permissions.saved' : 'organization_permissions.created', { name }),
        );
        onClose();
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="name"
            label={t('organization_permissions.permission')}
            placeholder={t('organization_permissions.name_placeholder')}
            isMono
          />
          <FormField form={form} name="description" label={t('organization_permissions.allows')} isOptional />
        </>
      )}
    </FormDialog>
  );
};
