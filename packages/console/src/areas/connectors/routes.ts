import { firstTab, screen, tabPath } from '../../screen.ts';
import { connectorAddresses } from './addresses.ts';

const { at } = connectorAddresses;

const create = screen(at.createConnector, () => import('./create.tsx'), 'CreateConnector');

export const connectorRoutes = [
  firstTab(at.connectors),
  screen(
    tabPath(at.connectors, 'passwordless'),
    () => import('./passwordless.tsx'),
    'PasswordlessConnectors',
    [create],
  ),
  screen(tabPath(at.connectors, 'social'), () => import('./social.tsx'), 'SocialConnectors', [create]),
  screen(at.connectorGuide, () => import('./guide.tsx'), 'ConnectorGuide'),
  screen(at.connector, () => import('./detail.tsx'), 'ConnectorDetail', [
    screen(at.connector, () => import('./settings.tsx'), 'ConnectorSettings'),
  ]),
];
