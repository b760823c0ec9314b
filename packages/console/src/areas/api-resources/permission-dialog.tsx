import { resources, type Scope } from '@gatehouse/contract/resources.ts';
import { Field } from '@gatehouse/ui/field.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CreateDialog } from '../../templates/create-dialog.tsx';

const permissionFields = z.object({
  name: resources.createScope.body.shape.name,
  description: z.string(),
});

/** Creates a permission, or edits the given one. */
export const PermissionDialog = (props: { resourceId: string; scope?: Scope; onClose: () => void }) => {
  const { resourceId, scope, onClose } = props;
  const t = useT();
  const toast = useToast();
  const create = useWrite(resources.createScope);
  const update = useWrite(resources.updateScope);
  return (
    <CreateDialog
      title={t(scope ? 'api_resources.permissions.edit' : 'api_resources.permissions.create')}
      submitLabel={t(scope ? 'general.save' : 'api_resources.permissions.create')}
      schema={permissionFields}
      defaultValues={{ name: scope?.name ?? '', description: scope?.description ?? '' }}
      onClose={onClose}
      submit={async ({ name, description }) => {
        const body = { name, description: description || null };
        if (scope) await update.mutateAsync({ params: { resourceId, scopeId: scope.id }, body });
        else await create.mutateAsync({ params: { resourceId }, body });
        toast.success(
          t(scope ? 'api_resources.permissions.saved' : 'api_resources.permissions.created', { name }),
        );
        onClose();
      }}
    >
      {(form, errorOf) => (
        <>
          <Field
            label={t('api_resources.permissions.name')}
            help={t('api_resources.permissions.name_help')}
            error={errorOf('name')}
          >
            <TextInput
              isMono
              autoFocus
              placeholder={t('api_resources.permissions.name_placeholder')}
              {...form.register('name')}
            />
          </Field>
          <Field label={t('api_resources.permissions.description')} error={errorOf('description')} isOptional>
            <TextInput
              placeholder={t('api_resources.permissions.description_placeholder')}
              {...form.register('description')}
            />
          </Field>
        </>
      )}
    </CreateDialog>
  );
};
