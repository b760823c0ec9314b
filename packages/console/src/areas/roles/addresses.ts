import { defineAddresses } from '../../addresses.ts';

export const roleAddresses = defineAddresses('roles', {
  roles: '',
  createRole: 'create',
  rolePermissionMatrix: 'permission-matrix',
  role: { path: '$id', tabs: ['permissions', 'users', 'machine-to-machine-apps', 'general'] },
});
