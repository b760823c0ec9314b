import { redirect, screen } from '../../screen.ts';

export const enterpriseSsoRoutes = [
  screen('', () => import('./list.tsx'), 'EnterpriseSsoList', [
    screen('create', () => import('./create.tsx'), 'CreateEnterpriseSso'),
  ]),
  screen('$id', () => import('./detail.tsx'), 'EnterpriseSsoDetail', [
    redirect('', 'connection'),
    screen('connection', () => import('./connection.tsx'), 'EnterpriseSsoConnection'),
    screen('experience', () => import('./experience.tsx'), 'EnterpriseSsoExperience'),
    screen('idp-initiated-auth', () => import('./idp-initiated-auth.tsx'), 'IdpInitiatedAuth'),
  ]),
];
