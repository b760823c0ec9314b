import { firstTab, panel, screen, tabbed, tabPath } from '../../screen.ts';
import { organizationTemplateAddresses } from './addresses.ts';

const { at } = organizationTemplateAddresses;

export const organizationTemplateRoutes = [
  firstTab(at.organizationTemplate),
  screen(
    tabPath(at.organizationTemplate, 'organization-roles'),
    () => import('./organization-roles.tsx'),
    'OrganizationRoleList',
  ),
  screen(
    tabPath(at.organizationTemplate, 'organization-permissions'),
    () => import('./organization-permissions.tsx'),
    'OrganizationPermissions',
  ),
  screen(
    tabPath(at.organizationTemplate, 'permission-matrix'),
    () => import('./permission-matrix.tsx'),
    'OrganizationPermissionMatrix',
  ),
  tabbed(at.organizationRole, () => import('./role-detail.tsx'), 'OrganizationRoleDetail', {
    permissions: panel(() => import('./permissions.tsx'), 'OrganizationRolePermissions'),
    general: panel(() => import('./general.tsx'), 'OrganizationRoleGeneral'),
  }),
];
