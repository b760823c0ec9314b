import { organizationRoles } from '@gatehouse/contract/organization-roles.ts';
import type { OrganizationRole } from '@gatehouse/contract/organizations.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Cpu, SquareAsterisk, UserRound } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { nameColumn, wordsColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { CreateOrganizationRole } from './create-role.tsx';
import { useDeleteOrganizationRole } from './delete-role.ts';
import { useTemplateTabs } from './tabs.ts';

export const OrganizationRoleList = () => {
  const t = useT();
  const tabs = useTemplateTabs('organization-roles');
  const deletion = useDeleteOrganizationRole();
  return (
    <EntityList
      row={organizationRoles.list}
      words="organization_roles"
      icon={SquareAsterisk}
      illustration={<Illustration of="roles" />}
      tabs={tabs}
      isSearchable
      searchName="q"
      create={{ dialog: onClose => <CreateOrganizationRole onClose={onClose} /> }}
      rowHref={({ id }) => paths.organizationRole(id)}
      deletion={deletion}
      bulk={[deletion.many]}
      columns={[
        nameColumn(t('organization_roles.role'), {
          icon: ({ type }: OrganizationRole) => (type === 'User' ? <UserRound /> : <Cpu />),
          detail: ({ type }) => t(`organization_roles.types.${type}`),
        }),
        wordsColumn(t('general.description'), 'description'),
        {
          id: 'permissions',
          header: t('organization_roles.allows'),
          cell: ({ scopes, resourceScopes }) => {
            const count = scopes.length + resourceScopes.length;
            return (
              <Tag tone={count > 0 ? 'accent' : 'neutral'}>
                {t('organization_roles.permissions.count', { count })}
              </Tag>
            );
          },
        },
      ]}
    />
  );
};
