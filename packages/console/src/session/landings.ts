import { screen } from '../screen.ts';

/** Pages that find out themselves whether there is somebody signed in. */
export const landings = [
  screen('one-time-token', () => import('./one-time-token.tsx'), 'OneTimeToken'),
  screen('external-google-one-tap', () => import('./external-google-one-tap.tsx'), 'ExternalGoogleOneTap'),
  screen('handle-social', () => import('./handle-social.tsx'), 'HandleSocial'),
  screen('social-demo-callback', () => import('./social-demo-callback.tsx'), 'SocialDemoCallback'),
];
