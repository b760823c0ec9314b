import { redirect, screen } from '../../screen.ts';

export const apiResourceRoutes = [
  screen('', () => import('./list.tsx'), 'ApiResourceList', [
    screen('create', () => import('./create.tsx'), 'CreateApiResource'),
  ]),
  screen('$id/guide/$guideId', () => import('./guide.tsx'), 'ApiResourceGuide'),
  screen('$id', () => import('./detail.tsx'), 'ApiResourceDetail', [
    redirect('', 'permissions'),
    screen('permissions', () => import('./permissions.tsx'), 'ApiResourcePermissions'),
    screen('general', () => import('./general.tsx'), 'ApiResourceGeneral'),
  ]),
];
