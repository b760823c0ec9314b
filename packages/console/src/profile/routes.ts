import { screen } from '../screen.ts';

export const profileRoutes = [
  screen('', () => import('./profile.tsx'), 'Profile', [
    screen('verify-password', () => import('./verify-password.tsx'), 'VerifyPassword'),
    screen('change-password', () => import('./change-password.tsx'), 'ChangePassword'),
    screen('change-username', () => import('./change-username.tsx'), 'ChangeUsername'),
    screen('link-email', () => import('./link-email.tsx'), 'LinkEmail'),
    screen('verification-code', () => import('./verification-code.tsx'), 'VerificationCode'),
  ]),
];
