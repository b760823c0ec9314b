import { redirect, screen } from '../../screen.ts';

export const securityRoutes = [
  screen('captcha/guide/$guideId', () => import('./captcha-guide.tsx'), 'CaptchaGuide'),
  screen('captcha/details', () => import('./captcha-details.tsx'), 'CaptchaDetails'),
  screen('', () => import('./security.tsx'), 'Security', [
    redirect('', 'password-policy'),
    screen('captcha', () => import('./captcha.tsx'), 'Captcha'),
    screen('password-policy', () => import('./password-policy.tsx'), 'PasswordPolicySettings'),
    screen('general', () => import('./general.tsx'), 'GeneralSecurity'),
    screen('blocklist', () => import('./blocklist.tsx'), 'Blocklist'),
  ]),
];
