import { organizationRoles } from '@gatehouse/contract/organization-roles.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { SquareAsterisk } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { useDeleteOrganizationRole } from './delete-role.ts';

export const OrganizationRoleDetail = () => {
  const t = useT();
  const deletion = useDeleteOrganizationRole();
  return (
    <EntityDetail
      row={organizationRoles.read}
      words="organization_roles"
      listHref={paths.organizationTemplate('organization-roles')}
      tabs={['permissions', 'general'] as const}
      tabHref={paths.organizationRole}
      historyKind="organization-role"
      deletion={deletion}
      page={({ type }) => ({
        icon: <SquareAsterisk />,
        tags: <Tag tone="accent">{t(`organization_roles.types.${type}`)}</Tag>,
      })}
    />
  );
};
