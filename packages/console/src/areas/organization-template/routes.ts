import { redirect, screen } from '../../screen.ts';

export const organizationTemplateRoutes = [
  redirect('', 'organization-roles'),
  screen('organization-roles', () => import('./organization-roles.tsx'), 'OrganizationRoleList'),
  screen(
    'organization-permissions',
    () => import('./organization-permissions.tsx'),
    'OrganizationPermissions',
  ),
  screen('organization-roles/$id', () => import('./role-detail.tsx'), 'OrganizationRoleDetail', [
    redirect('', 'permissions'),
    screen('permissions', () => import('./permissions.tsx'), 'OrganizationRolePermissions'),
    screen('general', () => import('./general.tsx'), 'OrganizationRoleGeneral'),
  ]),
];
