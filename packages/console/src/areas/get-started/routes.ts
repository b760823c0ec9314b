import { screen } from '../../screen.ts';

export const getStartedRoutes = [screen('', () => import('./get-started.tsx'), 'GetStarted')];
