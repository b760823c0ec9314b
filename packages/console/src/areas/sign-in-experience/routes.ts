import { panel, screen, tabbed } from '../../screen.ts';
import { signInExperienceAddresses } from './addresses.ts';

const { at } = signInExperienceAddresses;

export const signInExperienceRoutes = [
  screen(at.profileField, () => import('./field-detail.tsx'), 'ProfileFieldDetail', [
    screen(at.profileField, () => import('./field-settings.tsx'), 'ProfileFieldSettings'),
  ]),
  tabbed(at.signInExperience, () => import('./sign-in-experience.tsx'), 'SignInExperienceSettings', {
    branding: panel(() => import('./branding.tsx'), 'Branding'),
    'sign-up-and-sign-in': panel(() => import('./sign-up-and-sign-in.tsx'), 'SignUpAndSignIn'),
    'collect-user-profile': panel(() => import('./collect-user-profile.tsx'), 'CollectUserProfile'),
    content: panel(() => import('./content.tsx'), 'Content'),
  }),
];
