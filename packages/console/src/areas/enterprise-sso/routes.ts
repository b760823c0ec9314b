import { panel, screen, tabbed } from '../../screen.ts';
import { enterpriseSsoAddresses } from './addresses.ts';

const { at } = enterpriseSsoAddresses;

export const enterpriseSsoRoutes = [
  screen(at.enterpriseSsoList, () => import('./list.tsx'), 'EnterpriseSsoList', [
    screen(at.createEnterpriseSso, () => import('./create.tsx'), 'CreateEnterpriseSso'),
  ]),
  tabbed(at.enterpriseSso, () => import('./detail.tsx'), 'EnterpriseSsoDetail', {
    connection: panel(() => import('./connection.tsx'), 'EnterpriseSsoConnection'),
    experience: panel(() => import('./experience.tsx'), 'EnterpriseSsoExperience'),
    'idp-initiated-auth': panel(() => import('./idp-initiated-auth.tsx'), 'IdpInitiatedAuth'),
    'set-up': panel(() => import('./set-up.tsx'), 'EnterpriseSsoSetUp'),
  }),
];
