import { screen } from '../../screen.ts';

export const tenantSettingsRoutes = [
  screen('', () => import('./layout.tsx'), 'TenantSettingsLayout', [
    screen('', () => import('./layout.tsx'), 'TenantSettingsIndex'),
    screen('settings', () => import('./settings.tsx'), 'TenantSettings'),
    screen('members', () => import('./members.tsx'), 'TenantMembers'),
    screen('members/invitations', () => import('./invitations.tsx'), 'TenantInvitations'),
    screen('domains', () => import('./domains.tsx'), 'TenantDomains'),
    screen('subscription', () => import('./subscription.tsx'), 'TenantSubscription'),
    screen('billing-history', () => import('./billing-history.tsx'), 'BillingHistory'),
  ]),
];
