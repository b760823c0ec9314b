import { screen } from '../../screen.ts';

export const customizeJwtRoutes = [
  screen('', () => import('./overview.tsx'), 'Overview'),
  screen('$tokenType/$action', () => import('./editor.tsx'), 'Editor'),
];
