import { screen } from './screen.ts';

/** Pages that check themselves whether the user is signed in. */
export const landings = [
  screen('one-time-token', () => import('./session/one-time-token.tsx'), 'OneTimeToken'),
  screen(
    'external-google-one-tap',
    () => import('./session/external-google-one-tap.tsx'),
    'ExternalGoogleOneTap',
  ),
  screen('handle-social', () => import('./profile/handle-social.tsx'), 'HandleSocial'),
  screen('sign-in-test', () => import('./session/sign-in-test.tsx'), 'SignInTest'),
  screen('social-demo-callback', () => import('./session/social-demo-callback.tsx'), 'SocialDemoCallback'),
];
