import { roleType, roleTypes } from '@gatehouse/contract/role.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { PermissionPicker } from '../../pickers/permission-picker.tsx';
import { picks } from '../../templates/assign-dialog.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { RoleTypeIcon } from './type.tsx';

const roleFields = z.object({
  name: roles.create.body.shape.name,
  description: roles.create.body.shape.description,
  type: roleType,
  permissions: picks,
  isDefault: z.boolean(),
});

export const CreateRole = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(roles.create);
  return (
    <FormDialog
      title={t('roles.create')}
      description={t('roles.create_text')}
      submitLabel={t('roles.create')}
      schema={roleFields}
      limit={({ type }) => ({ feature: type === 'User' ? 'userRolesLimit' : 'machineToMachineRolesLimit' })}
      defaultValues={{ name: '', description: '', type: 'User', permissions: [], isDefault: false }}
      onClose={() => goTo(paths.roles())}
      submit={async ({ permissions, ...fields }) => {
        const scopeIds = permissions.map(({ value }) => value);
        const { id, name } = await create.mutateAsync({ body: { ...fields, scopeIds } });
        toast.success(t('roles.created', { name }));
        goTo(paths.role(id));
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="name"
            label={t('general.name')}
            placeholder={t('roles.name_placeholder')}
          />
          <FormField
            form={form}
            name="description"
            label={t('general.description')}
            placeholder={t('roles.description_placeholder')}
          />
          <FormField form={form} name="type" label={t('roles.type')} help={t('roles.type_help')}>
            {field => (
              <RadioCards
                {...field}
                onChange={type => {
                  // People can be given less than machines.
                  form.setValue('permissions', []);
                  field.onChange(type);
                }}
                options={roleTypes.map(type => ({
                  value: type,
                  title: t(`roles.types.${type}`),
                  description: t(`roles.type_texts.${type}`),
                  icon: <RoleTypeIcon type={type} />,
                }))}
              />
            )}
          </FormField>
          <FormField form={form} name="permissions" label={t('roles.permissions.title')} isOptional>
            {field => (
              <PermissionPicker {...field} hasManagementApi={form.watch('type') === 'MachineToMachine'} />
            )}
          </FormField>
          <FormSwitch
            form={form}
            name="isDefault"
            label={t('roles.is_default')}
            help={t(`roles.is_default_help.${form.watch('type')}`)}
          />
        </>
      )}
    </FormDialog>
  );
};
