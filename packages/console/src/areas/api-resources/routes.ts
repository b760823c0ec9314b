import { panel, screen, tabbed } from '../../screen.ts';
import { apiResourceAddresses } from './addresses.ts';

const { at } = apiResourceAddresses;

export const apiResourceRoutes = [
  screen(at.apiResources, () => import('./list.tsx'), 'ApiResourceList', [
    screen(at.createApiResource, () => import('./create.tsx'), 'CreateApiResource'),
  ]),
  screen(at.apiResourceGuide, () => import('./guide.tsx'), 'ApiResourceGuide'),
  tabbed(at.apiResource, () => import('./detail.tsx'), 'ApiResourceDetail', {
    permissions: panel(() => import('./permissions.tsx'), 'ApiResourcePermissions'),
    general: panel(() => import('./general.tsx'), 'ApiResourceGeneral'),
  }),
];
