import { roleTypes } from '@gatehouse/contract/role.ts';
import { type RoleSummary, roles } from '@gatehouse/contract/roles.ts';
import { AvatarStack } from '@gatehouse/ui/avatar-stack.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Outlet } from '@tanstack/react-router';
import { Tags } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { nameColumn, tagsColumn, wordsColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDeleteRole } from './delete.ts';
import { useRoleTabs } from './tabs.ts';
import { RoleTags, RoleTypeIcon } from './type.tsx';

export const RoleList = () => {
  const t = useT();
  const deletion = useDeleteRole();
  const tabs = useRoleTabs('list');
  return (
    <>
      <EntityList
        row={roles.list}
        words="roles"
        icon={Tags}
        illustration={<Illustration of="roles" />}
        tabs={tabs}
        isSearchable
        filters={[
          {
            name: 'type',
            label: t('roles.type'),
            options: roleTypes.map(type => ({ value: type, label: t(`roles.types.${type}`) })),
          },
        ]}
        create={{ href: paths.createRole() }}
        rowHref={({ id }) => paths.role(id)}
        deletion={deletion}
        bulk={[deletion.many]}
        columns={[
          nameColumn(t('roles.role'), {
            icon: ({ type }: RoleSummary) => <RoleTypeIcon type={type} />,
            detail: ({ type }) => t(`roles.types.${type}`),
          }),
          wordsColumn(t('general.description'), 'description'),
          { id: 'holders', header: t('roles.holders'), cell: role => <Holders role={role} /> },
          tagsColumn(t('general.labels'), (role: RoleSummary) => <RoleTags role={role} />),
        ]}
      />
      <Outlet />
    </>
  );
};

const Holders = ({ role }: { role: RoleSummary }) =>
  role.type === 'User' ? (
    <AvatarStack people={role.featuredUsers} count={role.usersCount} />
  ) : (
    <AvatarStack people={role.featuredApplications} count={role.applicationsCount} />
  );
