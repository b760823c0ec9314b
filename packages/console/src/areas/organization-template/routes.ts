import { firstTab, panel, screen, tabbed, tabPath } from '../../screen.ts';
import { organizationTemplateAddresses } from './addresses.ts';

const { at } = organizationTemplateAddresses;

/**
 * The matrix is the same for roles outside of organizations, and so are its phrases. Their loader needs a page, which
 * readers of this table do not have.
 */
const loadMatrix = async () => {
  const [{ OrganizationPermissionMatrix }] = await Promise.all([
    import('./permission-matrix.tsx'),
    import('../../phrases.tsx').then(({ loadAreaPhrases }) => loadAreaPhrases('console/roles')),
  ]);
  return { OrganizationPermissionMatrix };
};

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
  screen(tabPath(at.organizationTemplate, 'permission-matrix'), loadMatrix, 'OrganizationPermissionMatrix'),
  tabbed(at.organizationRole, () => import('./role-detail.tsx'), 'OrganizationRoleDetail', {
    permissions: panel(() => import('./permissions.tsx'), 'OrganizationRolePermissions'),
    general: panel(() => import('./general.tsx'), 'OrganizationRoleGeneral'),
  }),
];
