import { beyondLimits } from '@gatehouse/contract/limited-roles.ts';
import {
  type MemberRole,
  memberRoles,
  rolePermissions,
  tenantDuties,
} from '@gatehouse/contract/member-roles.ts';
import { tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import { listFormat } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import type { MenuItem } from '@gatehouse/ui/menu-props.ts';
import { Section } from '@gatehouse/ui/section.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Pencil, Plus, Tags, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { memberOf, useRead, useWrite } from '../../api.ts';
import { isCloud } from '../../bootstrap.ts';
import { paths } from '../../paths.ts';
import { useT, useTranslation } from '../../phrases.tsx';
import { nameOfRole } from '../../session/member-role.ts';
import { useMembership } from '../../session/membership.tsx';
import { PermissionGrid } from '../../templates/permission-matrix.tsx';
import { nameOfPerson } from '../../templates/person.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { useKey } from '../../use-key.ts';
import { MemberRoleDialog } from './member-role-dialog.tsx';
import { MembersHeader } from './members-header.tsx';
import { useMemberRoles } from './use-member-roles.ts';

export const MemberRolesContent = () => {
  const { t, language } = useTranslation();
  const { tenantId, may } = useMembership();
  const door = memberOf(tenantId);
  const { roles, isLoading, failure, describe } = useMemberRoles();
  const { data: members = [] } = useRead(tenantMembers.list, { params: { tenantId } }, { door });
  const [edited, setEdited] = useState<MemberRole | 'new'>();
  const menuOf = useRoleMenu(setEdited);
  const mayEdit = may('update:member:role');
  useKey('n', () => mayEdit && setEdited('new'));
  const holdersOf = (roleId: string) =>
    members
      .filter(({ organizationRoles }) => organizationRoles.some(({ id }) => id === roleId))
      .map(nameOfPerson);
  return (
    <>
      <MembersHeader
        current="roles"
        action={
          <Button
            variant="primary"
            icon={<Plus />}
            kbd="N"
            disabled={!mayEdit}
            onClick={() => setEdited('new')}
          >
            {t('roles.create')}
          </Button>
        }
      />
      {edited && (
        <MemberRoleDialog
          role={edited === 'new' ? undefined : edited}
          roles={roles}
          onClose={() => setEdited(undefined)}
        />
      )}
      <DataTable
        label={t('tenant_members.own_role.title')}
        rows={isLoading ? undefined : roles}
        rowKey={({ id }) => id}
        rowName={role => nameOfRole(role, t)}
        rowMenu={menuOf}
        error={failure}
        empty={<EmptyState icon={<Tags aria-hidden />}>{t('roles.empty')}</EmptyState>}
        columns={[
          {
            id: 'name',
            header: t('tenant_members.role'),
            cell: role => <EntityName name={nameOfRole(role, t)} detail={describe(role)} />,
          },
          {
            id: 'built-in',
            header: t('roles.type'),
            cell: ({ isBuiltIn }) => isBuiltIn && <Tag tone="neutral">{t('general.built_in')}</Tag>,
          },
          {
            id: 'members',
            header: t('tenant_members.title'),
            cell: ({ id }) => listFormat(language).format(holdersOf(id)),
          },
          {
            id: 'invitations',
            header: t('tenant_members.invitations'),
            cell: ({ invitationCount }) => (invitationCount > 0 ? String(invitationCount) : ''),
          },
        ]}
      />
      {!isLoading && (
        <Section title={t('roles.permissions.title')} description={t('tenant_members.own_role.matrix_text')}>
          <Matrix
            roles={roles.filter(({ id }) => id !== 'admin' && id !== 'collaborator')}
            isLocked={!mayEdit}
          />
        </Section>
      )}
    </>
  );
};

/** Administrators and collaborators are left out: what they have goes beyond these permissions. */
const Matrix = ({ roles, isLocked }: { roles: readonly MemberRole[]; isLocked: boolean }) => {
  const t = useT();
  const { tenantId } = useMembership();
  const { mutateAsync } = useWrite(memberRoles.update, { door: memberOf(tenantId) });
  const duties = tenantDuties.filter(duty => isCloud || duty !== 'manage:billing');
  const others = rolePermissions
    .filter(permission => !tenantDuties.some(duty => duty === permission))
    .toSorted();
  return (
    <PermissionGrid
      title={t('tenant_members.own_role.title')}
      roles={roles.map(role => ({
        id: role.id,
        name: nameOfRole(role, t),
        href: paths.tenantSettings('members'),
        held: role.permissions,
        isLocked: isLocked || role.isBuiltIn,
        takes: permission => !role.limits || beyondLimits([permission], role.limits).length === 0,
      }))}
      groups={[
        {
          id: 'tenant',
          title: t('sections.tenant'),
          rows: duties.map(duty => ({ id: duty, name: duty, detail: t(`tenant_members.duties.${duty}`) })),
        },
        {
          id: 'api',
          title: t('roles.permissions.api'),
          rows: others.map(permission => ({ id: permission, name: permission })),
        },
      ]}
      save={async changes => {
        for (const { id, add, remove } of changes) {
          const held = roles.find(role => role.id === id)?.permissions ?? [];
          const wanted = new Set([...held.filter(permission => !remove.includes(permission)), ...add]);
          const permissions = rolePermissions.filter(permission => wanted.has(permission));
          await mutateAsync({ params: { tenantId, roleId: id }, body: { permissions } });
        }
      }}
    />
  );
};

const useRoleMenu = (onEdit: (role: MemberRole) => void) => {
  const t = useT();
  const { tenantId, may } = useMembership();
  const deletion = useDelete({
    row: memberRoles.delete,
    door: memberOf(tenantId),
    words: 'tenant_members.own_role',
    params: ({ id }: MemberRole) => ({ tenantId, roleId: id }),
  });
  return (role: MemberRole): MenuItem[] =>
    role.isBuiltIn || !may('update:member:role')
      ? []
      : [
          { label: t('tenant_members.own_role.edit'), icon: <Pencil />, onSelect: () => onEdit(role) },
          {
            label: deletion.label,
            icon: <Trash2 />,
            isDanger: true,
            onSelect: () => void deletion.start(role),
          },
        ];
};
