import { redirect, screen } from '../../screen.ts';

export const roleRoutes = [
  screen('', () => import('./list.tsx'), 'RoleList', [
    screen('create', () => import('./create.tsx'), 'CreateRole'),
  ]),
  screen('$id', () => import('./detail.tsx'), 'RoleDetail', [
    redirect('', 'permissions'),
    screen('permissions', () => import('./permissions.tsx'), 'RolePermissions'),
    screen('users', () => import('./users.tsx'), 'RoleUsers'),
    screen('machine-to-machine-apps', () => import('./machine-to-machine-apps.tsx'), 'RoleApplications'),
    screen('general', () => import('./general.tsx'), 'RoleGeneral'),
  ]),
];
