import { screen } from '../../screen.ts';

export const mfaRoutes = [screen('', () => import('./mfa.tsx'), 'Mfa')];
