import { screen, tabPath } from '../../screen.ts';
import { tenantSettingsAddresses } from './addresses.ts';

const { at } = tenantSettingsAddresses;
const tab = (name: (typeof at.tenantSettings.tabs)[number]) => tabPath(at.tenantSettings, name);

const members = [
  screen(tab('members'), () => import('./members.tsx'), 'TenantMembers'),
  screen(at.tenantInvitations, () => import('./invitations.tsx'), 'TenantInvitations'),
  screen(at.memberRoles, () => import('./member-roles.tsx'), 'MemberRoles'),
];

const configuration = screen(
  tab('configuration'),
  () => import('./configuration/configuration.tsx'),
  'Configuration',
);

export const ownSettingsRoutes = [
  screen('', () => import('./own-layout.tsx'), 'OwnSettingsLayout', [
    { path: '', redirectTo: tab('members') },
    ...members,
    configuration,
    screen(tab('console-sign-in'), () => import('./console-sign-in.tsx'), 'ConsoleSignInSettings'),
  ]),
];

export const tenantSettingsRoutes = [
  screen('', () => import('./layout.tsx'), 'TenantSettingsLayout', [
    screen('', () => import('./layout.tsx'), 'TenantSettingsIndex'),
    screen(tab('settings'), () => import('./settings.tsx'), 'TenantSettings'),
    ...members,
    screen(tab('domains'), () => import('./domains.tsx'), 'TenantDomains'),
    configuration,
    screen(tab('subscription'), () => import('./subscription.tsx'), 'TenantSubscription'),
    screen(tab('billing-history'), () => import('./billing-history.tsx'), 'BillingHistory'),
  ]),
];
