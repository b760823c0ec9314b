import { redirect, screen } from '../../screen.ts';

const members = [
  screen('members', () => import('./members.tsx'), 'TenantMembers'),
  screen('members/invitations', () => import('./invitations.tsx'), 'TenantInvitations'),
];

export const ownSettingsRoutes = [
  screen('', () => import('./own-layout.tsx'), 'OwnSettingsLayout', [
    redirect('', 'members'),
    ...members,
    screen('console-sign-in', () => import('./console-sign-in.tsx'), 'ConsoleSignInSettings'),
  ]),
];

export const tenantSettingsRoutes = [
  screen('', () => import('./layout.tsx'), 'TenantSettingsLayout', [
    screen('', () => import('./layout.tsx'), 'TenantSettingsIndex'),
    screen('settings', () => import('./settings.tsx'), 'TenantSettings'),
    ...members,
    screen('domains', () => import('./domains.tsx'), 'TenantDomains'),
    screen('subscription', () => import('./subscription.tsx'), 'TenantSubscription'),
    screen('billing-history', () => import('./billing-history.tsx'), 'BillingHistory'),
  ]),
];
