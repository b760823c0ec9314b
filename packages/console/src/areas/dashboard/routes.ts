import { screen } from '../../screen.ts';

export const dashboardRoutes = [screen('', () => import('./dashboard.tsx'), 'Dashboard')];
