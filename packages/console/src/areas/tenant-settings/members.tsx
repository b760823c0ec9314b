import { type TenantMember, tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import type { MenuItem } from '@gatehouse/ui/menu-props.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { UserCog, UserMinus, Users } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { memberOf, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useAccount } from '../../session/account.ts';
import { nameOfRole } from '../../session/member-role.ts';
import { useMembership } from '../../session/membership.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { nameOfPerson } from '../../templates/person.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { MembersHeader } from './members-header.tsx';
import { RoleChoice } from './role-choice.tsx';
import { useMemberRoles } from './use-member-roles.ts';

export const TenantMembers = () => {
  const t = useT();
  const { tenantId } = useMembership();
  const { data: account } = useAccount();
  const door = memberOf(tenantId);
  const { data, failure } = useReadOrFailure(tenantMembers.list, { params: { tenantId } }, { door });
  const members = data?.map(member => ({ ...member, name: nameOfPerson(member) }));
  const [changed, setChanged] = useState<NamedMember>();
  const menuOf = useMemberMenu(setChanged);
  return (
    <>
      <MembersHeader current="members" />
      {changed && <ChangeRole member={changed} onClose={() => setChanged(undefined)} />}
      <DataTable
        label={t('tenant_members.title')}
        rows={members}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowMenu={menuOf}
        error={failure}
        empty={<EmptyState icon={<Users aria-hidden />}>{t('tenant_members.empty')}</EmptyState>}
        columns={[
          {
            id: 'name',
            header: t('tenant_members.member'),
            cell: member => (
              <EntityName
                icon={<Avatar name={member.name} src={member.avatar} size={32} />}
                name={
                  member.id === account?.id ? t('tenant_members.you', { name: member.name }) : member.name
                }
                detail={member.primaryEmail !== member.name ? member.primaryEmail : undefined}
              />
            ),
          },
          {
            id: 'role',
            header: t('tenant_members.role'),
            cell: ({ organizationRoles }) =>
              organizationRoles.map(role => (
                <Tag key={role.id} tone={role.id === 'admin' ? 'accent' : 'neutral'}>
                  {nameOfRole(role, t)}
                </Tag>
              )),
          },
          {
            id: 'seen',
            header: t('tenant_members.last_sign_in'),
            cell: ({ lastSignInAt }) =>
              lastSignInAt === null ? t('general.never') : <DateText value={lastSignInAt} />,
          },
        ]}
      />
    </>
  );
};

type NamedMember = TenantMember & { name: string };

const useMemberMenu = (onChange: (member: NamedMember) => void) => {
  const t = useT();
  const { tenantId, may } = useMembership();
  const { data: account } = useAccount();
  const removal = useDelete({
    row: tenantMembers.remove,
    door: memberOf(tenantId),
    verb: 'remove',
    words: 'tenant_members',
    params: ({ id }: { id: string; name: string }) => ({ tenantId, userId: id }),
  });
  // Members cannot change themselves here: they leave in the settings.
  return (member: NamedMember): MenuItem[] => {
    if (member.id === account?.id) return [];
    const change = {
      label: t('tenant_members.change_role'),
      icon: <UserCog />,
      onSelect: () => onChange(member),
    };
    const remove = {
      label: removal.label,
      icon: <UserMinus />,
      isDanger: true,
      onSelect: () => void removal.start(member),
    };
    return [...(may('update:member:role') ? [change] : []), ...(may('remove:member') ? [remove] : [])];
  };
};

const roleFields = z.object({ roleName: z.string() });

const ChangeRole = ({ member, onClose }: { member: NamedMember; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const { tenantId } = useMembership();
  const { roles } = useMemberRoles();
  const { mutateAsync } = useWrite(tenantMembers.setRole, { door: memberOf(tenantId) });
  const { id: userId, name } = member;
  return (
    <FormDialog
      title={t('tenant_members.change_role_title', { name })}
      submitLabel={t('tenant_members.change_role')}
      schema={roleFields}
      staysOnPage
      defaultValues={{ roleName: member.organizationRoles[0]?.id ?? 'collaborator' }}
      onClose={onClose}
      submit={async ({ roleName }) => {
        await mutateAsync({ params: { tenantId, userId }, body: { roleName } });
        const role = roles.find(({ id }) => id === roleName);
        if (role) toast.success(t('tenant_members.role_changed', { name, role: nameOfRole(role, t) }));
        onClose();
      }}
    >
      {form => <RoleChoice form={form} name="roleName" />}
    </FormDialog>
  );
};
