import { defineAddresses } from '../../addresses.ts';

export const apiResourceAddresses = defineAddresses('api-resources', {
  apiResources: '',
  createApiResource: 'create',
  apiResourceGuide: '$id/guide/$guideId',
  apiResource: { path: '$id', tabs: ['permissions', 'general'] },
});
