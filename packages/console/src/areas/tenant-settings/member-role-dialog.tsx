import {
  type MemberRole,
  memberRoleForm,
  memberRoles,
  rolePermissions,
} from '@gatehouse/contract/member-roles.ts';
import { Select } from '@gatehouse/ui/select.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { memberOf, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { nameOfRole } from '../../session/member-role.ts';
import { useMembership } from '../../session/membership.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const fields = z.object({
  name: memberRoleForm.shape.name,
  description: z.string().max(256),
  copiedFrom: z.string(),
});

type MemberRoleDialogProps = {
  /** The one to edit. */
  role: MemberRole | undefined;
  roles: readonly MemberRole[];
  onClose: () => void;
};

/** The name of a role. Its permissions are those of another one, until they are changed in the matrix. */
export const MemberRoleDialog = ({ role, roles, onClose }: MemberRoleDialogProps) => {
  const t = useT();
  const toast = useToast();
  const { tenantId } = useMembership();
  const door = memberOf(tenantId);
  const create = useWrite(memberRoles.create, { door });
  const update = useWrite(memberRoles.update, { door });
  const copied = roles.filter(({ permissions }) => copyable(permissions).length > 0);
  return (
    <FormDialog
      title={t(role ? 'tenant_members.own_role.edit' : 'roles.create')}
      submitLabel={t(role ? 'general.save' : 'roles.create')}
      schema={fields}
      staysOnPage
      defaultValues={{
        name: role?.name ?? '',
        description: role?.description ?? '',
        copiedFrom: 'auditor',
      }}
      onClose={onClose}
      submit={async ({ name, description, copiedFrom }) => {
        if (role)
          await update.mutateAsync({ params: { tenantId, roleId: role.id }, body: { name, description } });
        else {
          const permissions = copyable(copied.find(({ id }) => id === copiedFrom)?.permissions ?? []);
          await create.mutateAsync({ params: { tenantId }, body: { name, description, permissions } });
        }
        toast.success(role ? t('roles.saved') : t('roles.created', { name }));
        onClose();
      }}
    >
      {form => (
        <>
          <FormField form={form} name="name" label={t('general.name')} />
          <FormField form={form} name="description" label={t('general.description')} isOptional />
          {!role && (
            <FormField form={form} name="copiedFrom" label={t('tenant_members.own_role.copy_from')}>
              {field => (
                <Select
                  {...field}
                  options={copied.map(each => ({ value: each.id, label: nameOfRole(each, t) }))}
                />
              )}
            </FormField>
          )}
        </>
      )}
    </FormDialog>
  );
};

const copyable = (permissions: readonly string[]) =>
  rolePermissions.filter(permission => permissions.includes(permission));
