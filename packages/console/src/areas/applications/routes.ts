import { redirect, screen } from '../../screen.ts';

export const applicationRoutes = [
  screen('', () => import('./list.tsx'), 'ApplicationList'),
  screen('third-party-applications', () => import('./list.tsx'), 'ThirdPartyApplicationList'),
  screen('create', () => import('./create.tsx'), 'CreateApplication'),
  screen('$id/guide/$guideId', () => import('./guide.tsx'), 'ApplicationGuide'),
  screen('$id/logs/$logId', () => import('./log.tsx'), 'ApplicationLog'),
  screen('$id', () => import('./detail.tsx'), 'ApplicationDetail', [
    redirect('', 'settings'),
    screen('settings', () => import('./settings.tsx'), 'ApplicationSettings'),
    screen('roles', () => import('./roles.tsx'), 'ApplicationRoles'),
    screen('logs', () => import('./logs.tsx'), 'ApplicationLogs'),
    screen('branding', () => import('./branding.tsx'), 'ApplicationBranding'),
    screen('permissions', () => import('./permissions.tsx'), 'ApplicationPermissions'),
    screen('organizations', () => import('./organizations.tsx'), 'ApplicationOrganizations'),
    screen('attribute-mapping', () => import('./attribute-mapping.tsx'), 'SamlAttributeMapping'),
  ]),
];
