import { limitedAreas } from '@gatehouse/contract/limited-requests.ts';
import { beyondLimits, type RoleLimits } from '@gatehouse/contract/limited-roles.ts';
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
import { type Form, FormField } from '../../templates/form-field.tsx';
import { LimitFields, limitFields, limitsOf, useLimitValues } from './limit-fields.tsx';

const fields = z.object({
  name: memberRoleForm.shape.name,
  description: z.string().max(256),
  copiedFrom: z.string(),
  ...limitFields.shape,
});

type MemberRoleDialogProps = {
  /** The one to edit. */
  role: MemberRole | undefined;
  roles: readonly MemberRole[];
  onClose: () => void;
};

/** Once the names of the objects are known that a role is limited to. */
export const MemberRoleDialog = (props: MemberRoleDialogProps) => {
  const limits = useLimitValues(props.role?.limits ?? null);
  return limits && <RoleForm {...props} limits={limits} />;
};

type RoleFormProps = MemberRoleDialogProps & { limits: z.infer<typeof limitFields> };

/** The name of a role, and its limits. Its permissions are those of another one, until they are changed in the matrix. */
const RoleForm = ({ role, roles, limits, onClose }: RoleFormProps) => {
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
        ...limits,
      }}
      onClose={onClose}
      submit={async ({ name, description, copiedFrom, ...chosen }) => {
        const origin = role ?? copied.find(({ id }) => id === copiedFrom);
        const body = { name, description, ...within(limitsOf(chosen), copyable(origin?.permissions ?? [])) };
        if (role) await update.mutateAsync({ params: { tenantId, roleId: role.id }, body });
        else await create.mutateAsync({ params: { tenantId }, body });
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
          <LimitFields form={form as unknown as Form<z.infer<typeof limitFields>>} />
        </>
      )}
    </FormDialog>
  );
};

/** A limited role keeps the permissions that can be limited, or starts with reading. */
const within = (limits: RoleLimits | null, permissions: RolePermission[]) => {
  if (!limits) return { limits, permissions };
  const beyond = new Set<string>(beyondLimits(permissions, limits));
  const kept = permissions.filter(permission => !beyond.has(permission));
  const reading = limitedAreas.flatMap(area => (limits[area].length > 0 ? [`${area}:read` as const] : []));
  return { limits, permissions: kept.length > 0 ? kept : reading };
};

type RolePermission = (typeof rolePermissions)[number];

const copyable = (permissions: readonly string[]) =>
  rolePermissions.filter(permission => permissions.includes(permission));
