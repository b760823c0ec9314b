import { redirect, screen } from '../../screen.ts';

export const applicationRoutes = [
  screen('', () => import('./list.tsx'), 'ApplicationList', [
    screen('create', () => import('./create.tsx'), 'CreateApplication'),
  ]),
  screen('third-party-applications', () => import('./list.tsx'), 'ThirdPartyApplicationList'),
  screen('$id', () => import('./detail.tsx'), 'ApplicationDetail', [
    redirect('', 'settings'),
    screen('settings', () => import('./settings.tsx'), 'ApplicationSettings'),
    screen('roles', () => import('./roles.tsx'), 'ApplicationRoles'),
  ]),
];
