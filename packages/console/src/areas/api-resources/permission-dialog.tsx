import { resources, type Scope } from '@gatehouse/contract/resources.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useRead, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { LevelSelect, levelField, toLevel } from '../../templates/level-select.tsx';

const permissionFields = z.object({
  name: resources.createScope.body.shape.name,
  description: z.string(),
  acr: levelField,
});

/** Creates a permission, or edits the given one. */
export const PermissionDialog = (props: { resourceId: string; scope?: Scope; onClose: () => void }) => {
  const { resourceId, scope, onClose } = props;
  const t = useT();
  const toast = useToast();
  const { data: existing = [] } = useRead(resources.listScopes, { params: { resourceId } });
  const create = useWrite(resources.createScope);
  const update = useWrite(resources.updateScope);
  return (
    <FormDialog
      title={t(scope ? 'api_resources.permissions.edit' : 'api_resources.permissions.create')}
      submitLabel={t(scope ? 'general.save' : 'api_resources.permissions.create')}
      schema={permissionFields}
      limit={scope ? undefined : () => ({ feature: 'scopesPerResourceLimit', used: existing.length })}
      defaultValues={{
        name: scope?.name ?? '',
        description: scope?.description ?? '',
        acr: toLevel(scope?.acr),
      }}
      onClose={onClose}
      submit={async ({ name, description, acr }) => {
        const body = { name, description: description || null, acr: acr || null };
        if (scope) await update.mutateAsync({ params: { resourceId, scopeId: scope.id }, body });
        else await create.mutateAsync({ params: { resourceId }, body });
        toast.success(
          t(scope ? 'api_resources.permissions.saved' : 'api_resources.permissions.created', { name }),
        );
        onClose();
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="name"
            label={t('api_resources.permissions.name')}
            help={t('api_resources.permissions.name_help')}
            placeholder={t('api_resources.permissions.name_placeholder')}
            isMono
          />
          <FormField
            form={form}
            name="description"
            label={t('api_resources.permissions.description')}
            placeholder={t('api_resources.permissions.description_placeholder')}
            isOptional
          />
          <FormField
            form={form}
            name="acr"
            label={t('authentication_levels.label')}
            help={t('api_resources.permissions.level_help')}
          >
            {field => <LevelSelect {...field} />}
          </FormField>
        </>
      )}
    </FormDialog>
  );
};
