import { panel, screen, tabbed } from '../../screen.ts';
import { securityAddresses } from './addresses.ts';

const { at } = securityAddresses;

export const securityRoutes = [
  screen(at.captchaGuide, () => import('./captcha-guide.tsx'), 'CaptchaGuide'),
  screen(at.captchaDetails, () => import('./captcha-details.tsx'), 'CaptchaDetails'),
  tabbed(at.security, () => import('./security.tsx'), 'Security', {
    captcha: panel(() => import('./captcha.tsx'), 'Captcha'),
    'password-policy': panel(() => import('./password-policy.tsx'), 'PasswordPolicySettings'),
    general: panel(() => import('./general.tsx'), 'GeneralSecurity'),
    blocklist: panel(() => import('./blocklist.tsx'), 'Blocklist'),
  }),
];
