import { defineAddresses } from '../../addresses.ts';

export const userAddresses = defineAddresses('users', {
  users: '',
  createUser: 'create',
  importUsers: 'import',
  userJobs: 'jobs',
  userJob: 'jobs/$id',
  userLog: '$id/logs/$logId',
  socialIdentity: '$id/social-identities/$target',
  ssoIdentity: '$id/sso-identities/$connectorId',
  user: {
    path: '$id',
    tabs: ['overview', 'settings', 'roles', 'logs', 'organizations', 'sign-in-check', 'token-check'],
  },
});
