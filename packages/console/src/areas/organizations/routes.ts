import { redirect, screen } from '../../screen.ts';

export const organizationRoutes = [
  screen('', () => import('./list.tsx'), 'OrganizationList', [
    screen('create', () => import('./create.tsx'), 'CreateOrganization'),
  ]),
  screen('$id', () => import('./detail.tsx'), 'OrganizationDetail', [
    redirect('', 'settings'),
    screen('settings', () => import('./settings.tsx'), 'OrganizationSettings'),
    screen('members', () => import('./members.tsx'), 'OrganizationMembers'),
    screen('machine-to-machine', () => import('./machine-to-machine.tsx'), 'OrganizationApplications'),
  ]),
];
