import { redirect, screen } from '../../screen.ts';

export const userRoutes = [
  screen('', () => import('./list.tsx'), 'UserList', [
    screen('create', () => import('./create.tsx'), 'CreateUser'),
  ]),
  screen('import', () => import('./import.tsx'), 'ImportUsers'),
  screen('jobs', () => import('./jobs.tsx'), 'UserJobList'),
  screen('jobs/$id', () => import('./job.tsx'), 'UserJobPage'),
  screen('$id/logs/$logId', () => import('./log.tsx'), 'UserLog'),
  screen('$id/social-identities/$target', () => import('./social-identity.tsx'), 'SocialIdentity'),
  screen('$id/sso-identities/$connectorId', () => import('./sso-identity.tsx'), 'SsoIdentity'),
  screen('$id', () => import('./detail.tsx'), 'UserDetail', [
    redirect('', 'settings'),
    screen('settings', () => import('./settings.tsx'), 'UserSettings'),
    screen('roles', () => import('./roles.tsx'), 'UserRoles'),
    screen('logs', () => import('./logs.tsx'), 'UserLogs'),
    screen('organizations', () => import('./organizations.tsx'), 'UserOrganizations'),
  ]),
];
