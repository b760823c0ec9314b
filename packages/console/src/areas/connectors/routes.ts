import { redirect, screen } from '../../screen.ts';

const create = screen('create/$createType', () => import('./create.tsx'), 'CreateConnector');

export const connectorRoutes = [
  redirect('', 'passwordless'),
  screen('passwordless', () => import('./passwordless.tsx'), 'PasswordlessConnectors', [create]),
  screen('social', () => import('./social.tsx'), 'SocialConnectors', [create]),
  screen('$tab/guide/$factoryId', () => import('./guide.tsx'), 'ConnectorGuide'),
  screen('$tab/$id', () => import('./detail.tsx'), 'ConnectorDetail', [
    screen('', () => import('./settings.tsx'), 'ConnectorSettings'),
  ]),
];
