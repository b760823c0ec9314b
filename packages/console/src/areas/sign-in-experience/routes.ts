import { redirect, screen } from '../../screen.ts';

export const signInExperienceRoutes = [
  screen('collect-user-profile/fields/$id', () => import('./field-detail.tsx'), 'ProfileFieldDetail', [
    screen('', () => import('./field-settings.tsx'), 'ProfileFieldSettings'),
  ]),
  screen('', () => import('./sign-in-experience.tsx'), 'SignInExperienceSettings', [
    redirect('', 'branding'),
    screen('branding', () => import('./branding.tsx'), 'Branding'),
    screen('sign-up-and-sign-in', () => import('./sign-up-and-sign-in.tsx'), 'SignUpAndSignIn'),
    screen('collect-user-profile', () => import('./collect-user-profile.tsx'), 'CollectUserProfile'),
    screen('content', () => import('./content.tsx'), 'Content'),
  ]),
];
