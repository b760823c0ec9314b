import { defineAddresses } from '../../addresses.ts';

export const customizeJwtAddresses = defineAddresses('customize-jwt', {
  customizeJwt: '',
  signInScript: 'sign-in-scripts/$moment',
  tokenScript: '$tokenType/$action',
});
