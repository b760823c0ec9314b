import { panel, screen, tabbed } from '../../screen.ts';
import { applicationAddresses } from './addresses.ts';

const { at } = applicationAddresses;

export const applicationRoutes = [
  screen(at.applications, () => import('./list.tsx'), 'ApplicationList'),
  screen(at.thirdPartyApplications, () => import('./list.tsx'), 'ThirdPartyApplicationList'),
  screen(at.createApplication, () => import('./create.tsx'), 'CreateApplication'),
  screen(at.applicationGuide, () => import('./guide.tsx'), 'ApplicationGuide'),
  screen(at.applicationLog, () => import('./log.tsx'), 'ApplicationLog'),
  tabbed(at.application, () => import('./detail.tsx'), 'ApplicationDetail', {
    settings: panel(() => import('./settings.tsx'), 'ApplicationSettings'),
    roles: panel(() => import('./roles.tsx'), 'ApplicationRoles'),
    logs: panel(() => import('./logs.tsx'), 'ApplicationLogs'),
    branding: panel(() => import('./branding.tsx'), 'ApplicationBranding'),
    permissions: panel(() => import('./permissions.tsx'), 'ApplicationPermissions'),
    organizations: panel(() => import('./organizations.tsx'), 'ApplicationOrganizations'),
    'attribute-mapping': panel(() => import('./attribute-mapping.tsx'), 'SamlAttributeMapping'),
  }),
];
