import { panel, screen, tabbed } from '../../screen.ts';
import { organizationAddresses } from './addresses.ts';

const { at } = organizationAddresses;

export const organizationRoutes = [
  screen(at.organizations, () => import('./list.tsx'), 'OrganizationList', [
    screen(at.createOrganization, () => import('./create.tsx'), 'CreateOrganization'),
  ]),
  tabbed(at.organization, () => import('./detail.tsx'), 'OrganizationDetail', {
    settings: panel(() => import('./settings.tsx'), 'OrganizationSettings'),
    members: panel(() => import('./members.tsx'), 'OrganizationMembers'),
    'machine-to-machine': panel(() => import('./machine-to-machine.tsx'), 'OrganizationApplications'),
  }),
];
