import { defineAddresses } from '../../addresses.ts';

export const securityAddresses = defineAddresses('security', {
  security: { path: '', tabs: ['password-policy', 'captcha', 'blocklist', 'general'] },
  captchaGuide: 'captcha/guide/$guideId',
  captchaDetails: 'captcha/details',
});
