import { screen } from '../../screen.ts';
import { customizeJwtAddresses } from './addresses.ts';

const { at } = customizeJwtAddresses;

export const customizeJwtRoutes = [
  screen(at.customizeJwt, () => import('./overview.tsx'), 'Overview'),
  screen(at.signInScript, () => import('./sign-in-script.tsx'), 'SignInScript'),
  screen(at.tokenScript, () => import('./editor.tsx'), 'Editor'),
];
