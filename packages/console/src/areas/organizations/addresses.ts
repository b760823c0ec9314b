import { defineAddresses } from '../../addresses.ts';

export const organizationAddresses = defineAddresses('organizations', {
  organizations: '',
  createOrganization: 'create',
  organization: { path: '$id', tabs: ['settings', 'members', 'machine-to-machine'] },
});
