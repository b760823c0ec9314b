import { screen } from '../../screen.ts';

export const signingKeyRoutes = [screen('', () => import('./signing-keys.tsx'), 'SigningKeys')];
