import { screen } from '../../screen.ts';

export const customizeJwtRoutes = [
  screen('', () => import('./overview.tsx'), 'Overview'),
  screen('sign-in-scripts/$moment', () => import('./sign-in-script.tsx'), 'SignInScript'),
  screen('$tokenType/$action', () => import('./editor.tsx'), 'Editor'),
];
