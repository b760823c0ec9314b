import { defineAddresses } from '../../addresses.ts';

export const organizationTemplateAddresses = defineAddresses('organization-template', {
  organizationTemplate: {
    path: '',
    tabs: ['organization-roles', 'organization-permissions', 'permission-matrix'],
  },
  organizationRole: { path: 'organization-roles/$id', tabs: ['permissions', 'general'] },
});
