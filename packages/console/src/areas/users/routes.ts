import { panel, screen, tabbed } from '../../screen.ts';
import { userAddresses } from './addresses.ts';

const { at } = userAddresses;

export const userRoutes = [
  screen(at.users, () => import('./list.tsx'), 'UserList', [
    screen(at.createUser, () => import('./create.tsx'), 'CreateUser'),
  ]),
  screen(at.importUsers, () => import('./import.tsx'), 'ImportUsers'),
  screen(at.userJobs, () => import('./jobs.tsx'), 'UserJobList'),
  screen(at.userJob, () => import('./job.tsx'), 'UserJobPage'),
  screen(at.userLog, () => import('./log.tsx'), 'UserLog'),
  screen(at.socialIdentity, () => import('./social-identity.tsx'), 'SocialIdentity'),
  screen(at.ssoIdentity, () => import('./sso-identity.tsx'), 'SsoIdentity'),
  tabbed(at.user, () => import('./detail.tsx'), 'UserDetail', {
    overview: panel(() => import('./overview.tsx'), 'UserOverview'),
    settings: panel(() => import('./settings.tsx'), 'UserSettings'),
    roles: panel(() => import('./roles.tsx'), 'UserRoles'),
    logs: panel(() => import('./logs.tsx'), 'UserLogs'),
    organizations: panel(() => import('./organizations.tsx'), 'UserOrganizations'),
    'sign-in-check': panel(() => import('./sign-in-check.tsx'), 'UserSignInCheck'),
    'token-check': panel(() => import('./token-check.tsx'), 'UserTokenCheck'),
  }),
];
