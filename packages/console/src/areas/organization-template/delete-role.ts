import { organizationRoles } from '@gatehouse/contract/organization-roles.ts';
import type { OrganizationRole } from '@gatehouse/contract/organizations.ts';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteOrganizationRole = () =>
  useDelete({
    row: organizationRoles.delete,
    words: 'organization_roles',
    params: ({ id }: OrganizationRole) => ({ id }),
  });
