import { defineAddresses } from '../../addresses.ts';

export const tenantSettingsAddresses = defineAddresses('tenant-settings', {
  tenantSettings: {
    path: '',
    tabs: [
      'settings',
      'members',
      'domains',
      'configuration',
      'subscription',
      'billing-history',
      'console-sign-in',
    ],
  },
  tenantInvitations: 'members/invitations',
  memberRoles: 'members/roles',
});
