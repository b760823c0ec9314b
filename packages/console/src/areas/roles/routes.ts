import { panel, screen, tabbed } from '../../screen.ts';
import { roleAddresses } from './addresses.ts';

const { at } = roleAddresses;

export const roleRoutes = [
  screen(at.roles, () => import('./list.tsx'), 'RoleList', [
    screen(at.createRole, () => import('./create.tsx'), 'CreateRole'),
  ]),
  screen(at.rolePermissionMatrix, () => import('./permission-matrix.tsx'), 'RolePermissionMatrix'),
  tabbed(at.role, () => import('./detail.tsx'), 'RoleDetail', {
    permissions: panel(() => import('./permissions.tsx'), 'RolePermissions'),
    users: panel(() => import('./users.tsx'), 'RoleUsers'),
    'machine-to-machine-apps': panel(() => import('./machine-to-machine-apps.tsx'), 'RoleApplications'),
    general: panel(() => import('./general.tsx'), 'RoleGeneral'),
  }),
];
