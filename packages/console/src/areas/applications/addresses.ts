import { defineAddresses } from '../../addresses.ts';

export const applicationAddresses = defineAddresses('applications', {
  applications: '',
  thirdPartyApplications: 'third-party-applications',
  createApplication: 'create',
  applicationGuide: '$id/guide/$guideId',
  applicationLog: '$id/logs/$logId',
  application: {
    path: '$id',
    tabs: ['settings', 'roles', 'logs', 'branding', 'permissions', 'organizations', 'attribute-mapping'],
  },
});
