import { defineAddresses } from '../../addresses.ts';

export const enterpriseSsoAddresses = defineAddresses('enterprise-sso', {
  enterpriseSsoList: '',
  createEnterpriseSso: 'create',
  enterpriseSso: { path: '$id', tabs: ['connection', 'experience', 'idp-initiated-auth', 'set-up'] },
});
