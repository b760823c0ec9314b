import { organizationRoles } from '@gatehouse/contract/organization-roles.ts';
import { type Organization, organizations } from '@gatehouse/contract/organizations.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Mail, UserCog, Users } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { UserPicker } from '../../pickers/user-picker.tsx';
import { activityColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { nameOfPerson, personColumn } from '../../templates/person.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { AddDialog } from './add-dialog.tsx';
import { EditRoles, HeldRoles } from './held-roles.tsx';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';

type Member = User & { organizationRoles: { id: string; name: string }[] };

/** Members of the organization and pending invitations. */
export const OrganizationMembers = () => {
  const t = useT();
  const { id, name } = useEntity<Organization>();
  const [edited, setEdited] = useState<Member>();
  const { data: roles } = useRead(organizationRoles.list, { page: 1, pageSize: 100 });
  const removal = useDelete({
    row: organizations.removeUser,
    words: 'organizations.members',
    verb: 'remove',
    nameOf: nameOfPerson,
    params: (member: User) => ({ id, userId: member.id }),
  });
  return (
    <>
      <EntityList
        row={organizations.listUsers}
        params={{ id }}
        words="organizations.members"
        icon={Users}
        illustration={<Illustration of="users" />}
        isTab
        isSearchable
        searchName="q"
        nameOf={nameOfPerson}
        filters={[
          {
            name: 'role',
            queryName: 'organizationRoleId',
            label: t('organizations.members.role'),
            options: (roles?.[0] ?? [])
              .filter(({ type }) => type === 'User')
              .map(role => ({ value: role.id, label: role.name })),
          },
        ]}
        actions={[
          {
            label: t('organizations.invitations.invite'),
            icon: <Mail />,
            dialog: onClose => <Invite organizationId={id} name={name} onClose={onClose} />,
          },
        ]}
        create={{
          label: t('organizations.members.add'),
          dialog: onClose => <AddMembers id={id} name={name} onClose={onClose} />,
        }}
        rowHref={member => paths.user(member.id)}
        rowMenu={member => [
          {
            label: t('organizations.roles.edit'),
            icon: <UserCog />,
            onSelect: () => setEdited(member),
          },
        ]}
        deletion={removal}
        bulk={[removal.many]}
        columns={[
          personColumn(t('organizations.members.member')),
          {
            id: 'roles',
            header: t('organizations.roles.title'),
            cell: (member: Member) => <HeldRoles roles={member.organizationRoles} />,
          },
          activityColumn(t('organizations.members.last_sign_in'), 'lastSignInAt', t('general.never')),
        ]}
      />
      <Invitations organizationId={id} />
      {edited && <EditMember id={id} member={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
};

const AddMembers = ({ id, name, onClose }: { id: string; name: string; onClose: () => void }) => {
  const add = useWrite(organizations.addUsers);
  const assign = useWrite(organizations.assignRolesToUsers);
  return (
    <AddDialog
      words="organizations.members"
      name={name}
      roleType="User"
      picker={field => <UserPicker {...field} excludeOrganizationId={id} />}
      add={async (userIds, organizationRoleIds) => {
        await add.mutateAsync({ params: { id }, body: { userIds } });
        if (organizationRoleIds.length === 0) return;
        await assign.mutateAsync({ params: { id }, body: { userIds, organizationRoleIds } });
      }}
      onClose={onClose}
    />
  );
};

const EditMember = ({ id, member, onClose }: { id: string; member: Member; onClose: () => void }) => {
  const replace = useWrite(organizations.replaceUserRoles);
  return (
    <EditRoles
      name={nameOfPerson(member)}
      type="User"
      roles={member.organizationRoles}
      save={organizationRoleIds =>
        replace.mutateAsync({ params: { id, userId: member.id }, body: { organizationRoleIds } })
      }
      onClose={onClose}
    />
  );
};
