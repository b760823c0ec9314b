import { defineAddresses } from '../../addresses.ts';

export const signInExperienceAddresses = defineAddresses('sign-in-experience', {
  signInExperience: {
    path: '',
    tabs: ['branding', 'sign-up-and-sign-in', 'collect-user-profile', 'content'],
  },
  profileField: 'collect-user-profile/fields/$id',
});
