import { defineAddresses } from '../../addresses.ts';

export const roleAddresses = defineAddresses('roles', {
  roles: '',
  createRole: 'create',
  role: { path: '$id', tabs: ['permissions', 'users', 'machine-to-machine-apps', 'general'] },
});
