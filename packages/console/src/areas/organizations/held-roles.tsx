import type { RoleType } from '@gatehouse/contract/role.ts';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useT } from '../../phrases.tsx';
import { OrganizationRolePicker } from '../../pickers/organization-role-picker.tsx';
import { picks } from '../../templates/assign-dialog.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

type NamedRole = { id: string; name: string };

export const HeldRoles = ({ roles }: { roles: NamedRole[] }) => (
  <Row gap={1}>
    {roles.map(({ id, name }) => (
      <Tag key={id}>{name}</Tag>
    ))}
  </Row>
);

type EditRolesProps = {
  name: string;
  type: RoleType;
  roles: NamedRole[];
  save: (roleIds: string[]) => Promise<unknown>;
  onClose: () => void;
};

/** Sets the roles of a member or an application in the organization. */
export const EditRoles = ({ name, type, roles, save, onClose }: EditRolesProps) => {
  const t = useT();
  const toast = useToast();
  return (
    <FormDialog
      title={t('organizations.roles.edit_title', { name })}
      description={t('organizations.roles.edit_text')}
      submitLabel={t('general.save')}
      schema={z.object({ roles: picks })}
      defaultValues={{ roles: roles.map(({ id, name: label }) => ({ value: id, label })) }}
      onClose={onClose}
      submit={async ({ roles: picked }) => {
        await save(picked.map(({ value }) => value));
        toast.success(t('organizations.roles.saved', { name }));
        onClose();
      }}
    >
      {form => (
        <FormField form={form} name="roles" label={t('organizations.roles.title')} isOptional>
          {field => <OrganizationRolePicker {...field} type={type} />}
        </FormField>
      )}
    </FormDialog>
  );
};
