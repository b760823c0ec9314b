import { type Organization, organizations } from '@gatehouse/contract/organizations.ts';
import { AvatarStack } from '@gatehouse/ui/avatar-stack.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Outlet } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { codeColumn, dateColumn, nameColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDeleteOrganization } from './delete.ts';
import { OrganizationLogo } from './logo.tsx';

export const OrganizationList = () => {
  const t = useT();
  const deletion = useDeleteOrganization();
  return (
    <>
      <EntityList
        row={organizations.list}
        query={{ showFeatured: 'true' }}
        words="organizations"
        icon={UsersRound}
        illustration={<Illustration of="organizations" />}
        isSearchable
        searchName="q"
        create={{ href: paths.createOrganization() }}
        rowHref={({ id }) => paths.organization(id)}
        deletion={deletion}
        bulk={[deletion.many]}
        columns={[
          nameColumn(t('organizations.organization'), {
            icon: ({ branding }: Organization) => <OrganizationLogo branding={branding} />,
            detail: ({ description }) => description,
          }),
          codeColumn(t('organizations.id'), 'id'),
          {
            id: 'members',
            header: t('organizations.members.title'),
            cell: ({ featuredUsers = [], usersCount = 0 }) => (
              <AvatarStack people={featuredUsers} count={usersCount} />
            ),
          },
          dateColumn(t('general.created'), 'createdAt'),
        ]}
      />
      <Outlet />
    </>
  );
};
